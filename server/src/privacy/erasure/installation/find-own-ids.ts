import type { ClientBase } from 'pg';
import { DEVICE_ID_KINDS } from '../../../platform/values/device-id-kinds.ts';
import type { KnownDevice } from '../device/erase-known-device.ts';
import type { Installation } from './installation.ts';

/** An id by which attribution knows a device. */
export interface KnownId {
  readonly kind: string;
  readonly value: string;
  readonly device_key: string | null;
  readonly imported: boolean;
}

const OF_DEVICE = `
  select kind, value, device_key, imported from device_ids
  where device_id = $3 and customer_id = $1 and app_id = $2
  order by kind, value`;

/** Of these keys those that something was sent under: by an app that knows no installation id, say. */
const USED_KEYS = `
  select device_key from unnest($3::uuid[]) as given (device_key)
  where exists (
    select 1 from device_days
    where device_days.customer_id = $1 and device_days.app_id = $2 and device_days.device_key = given.device_key)
  union
  select device_key from (
    select device_key from events where device_key = any($3::uuid[]) and customer_id = $1 and app_id = $2
    group by device_key) sent`;

/** Every kind of id that an event has. */
const KINDS = [...DEVICE_ID_KINDS, 'user_id'] as const;

const SENT_UNDER = `
  select ${KINDS.map((kind) => `${kind}::text`).join(', ')} from events
  where device_key = any($3::uuid[]) and customer_id = $1 and app_id = $2
  group by ${KINDS.join(', ')}`;

/** Of the account some events are no longer there to ask. */
const HAS_FORGOTTEN = `select exists (
    select 1 from forgotten_days where customer_id = $1 and kind = 'events') as forgotten`;

type SentIds = Readonly<Record<(typeof KINDS)[number], string | null>>;

/**
 * Which ids of a device are the installation's alone. Those stay that someone else has sent as well, or may have, where
 * that can no longer be told: another installation, an app that sends none, an import. The events of the installation
 * itself are erased by now.
 *
 * @returns its own ids, and whether the device has no other.
 */
export async function findOwnIds(
  client: ClientBase,
  { installationId }: Installation,
  { customer_id, app_id, device_id }: KnownDevice,
): Promise<{ own: readonly KnownId[]; isWhole: boolean }> {
  const scope = [customer_id, app_id];
  const { rows: ids } = await client.query<KnownId>(OF_DEVICE, [...scope, device_id]);
  const isIts = ({ kind, value }: KnownId) => kind === 'installation_id' && value === installationId;
  const rest = ids.filter((id) => !isIts(id));
  const keys = rest.flatMap(({ device_key }) => device_key ?? []);
  const used = await client.query<{ device_key: string }>(USED_KEYS, [...scope, keys]);
  const usedKeys = new Set(used.rows.map(({ device_key }) => device_key));
  const isOfOthers = ({ kind, device_key, imported }: KnownId) =>
    imported ||
    kind === 'installation_id' ||
    kind === 'external_id' ||
    (device_key !== null && usedKeys.has(device_key));
  const others = rest.filter(isOfOthers);
  if (others.length === 0) return { own: ids, isWhole: true };
  const otherKeys = others.flatMap(({ device_key }) => device_key ?? []);
  const sent = await client.query<SentIds>(SENT_UNDER, [...scope, otherKeys]);
  const history = await client.query<{ forgotten: boolean }>(HAS_FORGOTTEN, [customer_id]);
  const isSentByOthers = ({ kind, value }: KnownId) =>
    history.rows[0]?.forgotten === true || sent.rows.some((row) => row[kind as keyof SentIds] === value);
  const own = ids.filter((id) => isIts(id) || !(isOfOthers(id) || isSentByOthers(id)));
  return { own, isWhole: false };
}
