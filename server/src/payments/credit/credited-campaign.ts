import { groupColumns } from '../../counters/dimensions.ts';

/**
 * SQL for the campaign, and its link, that a device's revenue at a moment is credited to, and what their install is grouped by:
 * those of its most recent attributed install up to then, including re-installs; if there is none, those of the earliest
 * one after it, since a payment may arrive before its install.
 *
 * @param device, @param at and @param account SQL expressions.
 */
export function creditedCampaign(device: string, at: string, account: string): string {
  return `
    select link_id, ${groupColumns('install')} from (${creditedInstalls(device, at, account)}) install
    order by rank limit 1`;
}

/**
 * The same of a payment, which is in the groups of its device's first install if no campaign brought any.
 *
 * @param device, @param app, @param at and @param account SQL expressions.
 */
export function creditedInstall(device: string, app: string, at: string, account: string): string {
  return `
    select link_id, ${groupColumns('install')} from (
      ${creditedInstalls(device, at, account)}
      union all
      (select 3, null, ${groupColumns('attributions')} from installs
       join attributions on attributions.customer_id = ${account} and attributions.install_id = installs.install_id
       where installs.customer_id = ${account} and installs.app_id = ${app} and installs.device_id = ${device}
         and installs.kind = 'install' and attributions.campaign_id is null
       limit 1)
    ) install
    order by rank limit 1`;
}

function creditedInstalls(device: string, at: string, account: string): string {
  const columns = `link_id, ${groupColumns('attributions')}`;
  const installs = `
    from attributions
    where customer_id = ${account} and device_id = ${device} and campaign_id is not null and installed_at`;
  return `
    (select 1 as rank, ${columns} ${installs} <= ${at} order by installed_at desc, install_id desc limit 1)
    union all
    (select 2, ${columns} ${installs} > ${at} order by installed_at, install_id limit 1)`;
}
