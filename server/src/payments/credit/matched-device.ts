/**
 * SQL for the device that a payment is tied to, and by which id: the first of its ids, in the documented order, that is
 * known for a device of the app. A click belongs to the first device that it brought, even if others have named it
 * since.
 *
 * The click's subquery is kept separate (`offset 0`): if it is merged, the planner may read the index of an app's
 * newest attributions until the click turns up.
 *
 * An id that too many phones shared ties what came before that was found out.
 *
 * @param of the alias with the columns service_click_id, gaid, android_id, user_id and app_id.
 * @param account SQL of its account.
 * @param receivedAt SQL of when it came.
 */
export function matchedDevice(of: string, account: string, receivedAt: string): string {
  const known = (rank: number, kind: string) => `${knownBy(of, account, rank, kind)}
     and (shared_since is null or ${receivedAt} < shared_since))`;
  return `
    select device_id, matched_by from (
      (select 1 as rank, device_id, 'service_click_id' as matched_by
       from (
         select device_id, app_id, installed_at, install_id from attributions
         where customer_id = ${account} and click_id = ${of}.service_click_id offset 0
       ) brought
       where brought.app_id = ${of}.app_id
       order by installed_at, install_id limit 1)
      union all
      ${known(2, 'gaid')} union all ${known(3, 'android_id')} union all ${known(4, 'user_id')}
    ) known
    order by rank limit 1`;
}

function knownBy(of: string, account: string, rank: number, kind: string): string {
  return `
    (select ${rank}, device_id, '${kind}' from device_ids ids
     where ids.customer_id = ${account} and ids.app_id = ${of}.app_id and ids.kind = '${kind}' and ids.value = ${of}.${kind}`;
}
