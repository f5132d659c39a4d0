import type { Pool } from 'pg';
import { z } from 'zod';
import { consentItem } from '../../consent/consent-item.ts';
import { latestConsent } from '../../consent/latest-consent-sql.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import { DEVICE_ID_KINDS } from '../../platform/values/device-id-kinds.ts';

/** Ids and installs of a device that are shown, the newest of each. */
const MOST = 50;

/** A device as an app knows it: in another app of the account the same phone is another device. Times are Unix ms. */
export const deviceItem = z.object({
  device_id: z.uuid().describe('The service’s own id of the device.'),
  app_id: z.uuid(),
  first_seen_at: z.int().describe('When the first of its ids was seen, Unix ms.'),
  ids: z
    .array(
      z.object({
        kind: z
          .enum([...DEVICE_ID_KINDS, 'user_id', 'external_id'])
          .describe('The kind of id; an `external_id` is another platform’s.'),
        value: z.string(),
        first_seen_at: z.int().describe('When it was first seen, Unix ms.'),
        imported: z.boolean().describe('Whether it is only known from an import.'),
        shared_since: z
          .int()
          .nullable()
          .describe('Since when it identifies no one, as many phones send it, Unix ms; null if it does.'),
      }),
    )
    .describe(`What it is known by, the newest first, up to ${MOST}.`),
  installs: z
    .array(
      z.object({
        install_id: z.uuid(),
        install_kind: z.enum(['install', 'reinstall']),
        installed_at: z.int(),
      }),
    )
    .describe(`Its installs, the newest first, up to ${MOST}.`),
  consent: consentItem.nullable().describe('What was stated last of its user’s consent; null for nothing.'),
});
type DeviceItem = z.output<typeof deviceItem>;

const ms = (column: string) => `round(extract(epoch from ${column}) * 1000)::int8`;

const READ = {
  name: 'read-devices',
  text: `
    select wanted.device_id, known.app_id, ${ms('known.first_seen_at')}::float8 as first_seen_at, shown.ids,
      coalesce(made.installs, '[]') as installs,
      ${latestConsent({ customer: '$1::uuid', app: 'known.app_id', device: 'wanted.device_id' })} as consent
    from unnest($2::uuid[]) as wanted (device_id)
    cross join lateral (
      select app_id, min(first_seen_at) as first_seen_at from device_ids
      where customer_id = $1 and device_id = wanted.device_id group by app_id limit 1
    ) known
    cross join lateral (
      select json_agg(json_build_object('kind', kind, 'value', value, 'first_seen_at', ${ms('first_seen_at')},
        'imported', imported, 'shared_since', ${ms('shared_since')}) order by first_seen_at desc, kind, value) as ids
      from (select * from device_ids where customer_id = $1 and device_id = wanted.device_id
        order by device_ids.first_seen_at desc limit ${MOST}) newest
    ) shown
    cross join lateral (
      select json_agg(json_build_object('install_id', install_id, 'install_kind', install_kind,
        'installed_at', ${ms('installed_at')}) order by installed_at desc, install_id) as installs
      from (select * from attributions where customer_id = $1 and device_id = wanted.device_id
        order by attributions.installed_at desc limit ${MOST}) newest
    ) made
    order by known.first_seen_at desc, wanted.device_id`,
};

/** Reads devices, the newest first; one that is not known is left out. */
export async function readDevices(
  pool: Pool,
  customerId: string,
  deviceIds: readonly string[],
): Promise<DeviceItem[]> {
  return queryForCustomer<DeviceItem>(pool, customerId, READ, [deviceIds]);
}
