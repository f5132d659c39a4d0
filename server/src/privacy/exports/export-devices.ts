import { latestConsent } from '../../consent/latest-consent-sql.ts';
import { type ExportTable, ms } from './export-table.ts';

/** Each device of an app with all the ids that it is known by, external ones from imports too, and what it consents to. */
export const devices: ExportTable = {
  name: 'devices',
  source: 'device_ids',
  select: (account, limit) =>
    `select row_to_json(row)::text from (
       select app_id, device_id, ${ms('min(first_seen_at)', 'first_seen_at')},
         json_agg(json_build_object('kind', kind, 'value', value, 'imported', imported) order by kind, value) as ids,
         ${latestConsent({ customer: account, app: 'device_ids.app_id', device: 'device_ids.device_id' })} as consent
       from device_ids where customer_id = ${account}
       group by customer_id, app_id, device_id order by app_id desc, device_id desc limit ${limit}) row`,
};
