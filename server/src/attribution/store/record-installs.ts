import type { PoolClient } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import { timeOrderedId } from '../../platform/values/time-ordered-id.ts';
import type { Devices } from '../devices/resolve-devices.ts';
import { type EventKey, keyOf, type QueuedEvent } from '../event-queue/queued-event.ts';

/** A newly stored install. */
export interface RecordedInstall {
  readonly event: QueuedEvent;
  readonly installId: string;
  readonly deviceId: string;
  readonly kind: 'install' | 'reinstall';
  /**
   * UTC day, as `2026-01-31`; null for a re-install, and for a device without an id, whose activity cannot be tracked.
   */
  readonly cohortDay: string | null;
}

const INSERT = `
  with recorded as (
    insert into installs (customer_id, install_id, app_id, device_id, device_key, event_id, kind, installed_at,
      received_at, country, cohort_day)
    select customer_id, install_id, app_id, device_id, device_key, event_id, $2, to_timestamp(installed_at / 1000.0),
      to_timestamp(received_at / 1000.0), country,
      case when $2 = 'install' and exists (
        select 1 from device_ids ids
        where ids.device_id = given.device_id and ids.app_id = given.app_id
          and ids.customer_id is not distinct from given.customer_id
          and ids.device_key is not null
      ) then (to_timestamp(installed_at / 1000.0) at time zone 'UTC')::date end
    from json_to_recordset($1::json) as given (customer_id uuid, install_id uuid, app_id uuid, device_id uuid,
      device_key uuid, event_id text, installed_at bigint, received_at bigint, country text)
    where $2 = 'reinstall' or $3::boolean or not exists (
      select 1 from device_ids ids
      where ids.device_id = given.device_id and ids.app_id = given.app_id
        and ids.customer_id is not distinct from given.customer_id
        and ids.imported)
    order by customer_id, app_id, device_id, installed_at, event_id
    on conflict do nothing
    returning customer_id, app_id, event_id, cohort_day)
  select customer_id, app_id, event_id, to_char(cohort_day, 'YYYY-MM-DD') as cohort_day from recorded`;

interface InstallRow extends EventKey {
  readonly install_id: string;
  readonly device_id: string;
  readonly device_key: string | null;
  readonly installed_at: number;
  readonly received_at: number;
  readonly country: string | null;
}

type StoredRow = EventKey & { readonly cohort_day: string | null };

/**
 * Stores the installs among the events. The database decides which is the first of its device; all others are
 * re-installs, and so is every install of a device that is known from an import. An event whose install is already
 * stored is skipped.
 *
 * @param options.imported whether the events come from an import.
 */
export async function recordInstalls(
  client: PoolClient,
  events: readonly QueuedEvent[],
  devices: Devices,
  { imported = false } = {},
): Promise<RecordedInstall[]> {
  const installs = events.filter(({ event_type }) => event_type === 'install');
  const rows = new Map(installs.map((event) => [keyOf(event), toRow(event, devices)]));
  const first = await insert(client, [...rows.values()], 'install', imported);
  const again = await insert(
    client,
    [...rows.values()].filter((row) => !first.has(keyOf(row))),
    'reinstall',
    imported,
  );
  return installs.flatMap((event) => {
    const key = keyOf(event);
    const row = rows.get(key);
    if (!row || !(first.has(key) || again.has(key))) return [];
    const kind = first.has(key) ? 'install' : 'reinstall';
    const cohortDay = first.get(key) ?? null;
    return [{ event, installId: row.install_id, deviceId: row.device_id, kind, cohortDay }];
  });
}

function toRow(event: QueuedEvent, devices: Devices): InstallRow {
  const { customer_id, app_id, event_id, device_key, occurred_at, received_at, country } = event;
  const device_id = devices.get(keyOf(event));
  if (device_id === undefined) throw new Error('an event has no device');
  const install_id = timeOrderedId(received_at);
  return {
    customer_id,
    app_id,
    event_id,
    install_id,
    device_id,
    device_key,
    installed_at: occurred_at,
    received_at,
    country,
  };
}

/** Returns the cohort day of each install that was stored. */
async function insert(
  client: PoolClient,
  rows: readonly InstallRow[],
  kind: RecordedInstall['kind'],
  imported: boolean,
): Promise<Map<string, string | null>> {
  if (rows.length === 0) return new Map();
  const statement = { name: 'insert-installs', text: INSERT };
  const stored = await queryGiven<StoredRow>(client, statement, rows, [kind, imported]);
  return new Map(stored.map((row) => [keyOf(row), row.cohort_day]));
}
