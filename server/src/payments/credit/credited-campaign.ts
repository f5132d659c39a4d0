/**
 * SQL for the campaign, and its link, that a device's revenue at a moment is credited to: those of its most recent attributed install
 * up to then, including re-installs; if there is none, those of the earliest one after it, since a payment may arrive
 * before its install. `$1` is the account.
 *
 * @param device and @param at SQL expressions.
 */
export function creditedCampaign(device: string, at: string): string {
  const installs = `
    from attributions
    where customer_id = $1 and device_id = ${device} and campaign_id is not null and installed_at`;
  return `
    select campaign_id, link_id from (
      (select 1 as turn, campaign_id, link_id ${installs} <= ${at} order by installed_at desc, install_id desc limit 1)
      union all
      (select 2, campaign_id, link_id ${installs} > ${at} order by installed_at, install_id limit 1)
    ) install
    order by turn limit 1`;
}
