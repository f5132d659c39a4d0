import type { PoolClient } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { SYSTEM_ID_KINDS } from '../../platform/values/device-id-kinds.ts';
import type { EventKey, QueuedEvent } from '../event-queue/queued-event.ts';

/** More phones than this that bring a value within so many days are not one that is set up anew. */
const MOST_PHONES = 5;
const WITHIN_MS = 7 * DAY_MS;

/** What tells phones apart that bring the same id. */
export type Phone = Pick<EventKey, 'event_id'> &
  Partial<Pick<QueuedEvent, 'device_model' | 'os_name' | 'os_version' | 'ip_network'>>;

/** An id that a device is known by. */
export interface KnownId {
  readonly customer_id: string;
  readonly app_id: string;
  readonly kind: string;
  readonly value: string;
  readonly device_id: string;
}

/** Each look-up by an index: few devices have more than one install in a week. */
const FIND_BRINGERS = `
  select given.customer_id, given.app_id, given.kind, given.value, event.*
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, kind text, value text, device_id uuid)
  cross join lateral (
    select event_id, device_model, os_name, os_version, ip_network::text
    from (
      select install_id from install_signals
      where install_signals.customer_id = given.customer_id and install_signals.device_id = given.device_id
        and install_signals.installed_at > $2
      order by install_signals.installed_at desc limit 100
    ) recent
    cross join lateral (
      select event_id as install_event from installs
      where installs.customer_id = given.customer_id and installs.install_id = recent.install_id offset 0) install
    cross join lateral (
      select event_id, events.device_model, os_name, os_version, events.ip_network from events
      where events.customer_id = given.customer_id and events.app_id = given.app_id
        and events.event_id = install.install_event
        and case given.kind ${SYSTEM_ID_KINDS.map((kind) => `when '${kind}' then events.${kind}`).join(' ')} end = given.value
      offset 0) sent
  ) event`;

const MARK = `
  update device_ids set shared_since = $2
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, kind text, value text)
  where device_ids.customer_id = given.customer_id and device_ids.app_id = given.app_id
    and device_ids.kind = given.kind and device_ids.value = given.value and device_ids.shared_since is null
  returning 1`;

type SystemId = Omit<KnownId, 'device_id'>;

/** Counts the phones that bring an id, so that one which many bring identifies none of them. */
export interface Bringers {
  /**
   * Counts an installation that was not known before.
   *
   * @returns whether the id identifies no one from now on.
   */
  add(id: SystemId, phone: Phone): boolean;
  /** Stores what turned out to identify no one. */
  mark(): Promise<void>;
}

/**
 * @param known ids that new installations bring, and the devices that they are known for: their phones of the last days count.
 * @param now Unix ms.
 */
export async function countBringers(
  client: PoolClient,
  known: readonly KnownId[],
  now: number,
): Promise<Bringers> {
  const phones = new Map<string, Set<string>>();
  const shared: SystemId[] = [];
  const add = (id: SystemId, phone: Phone) => {
    const key = `${id.app_id}/${id.kind}/${id.value}`;
    const seen = phones.get(key) ?? new Set<string>();
    phones.set(key, seen.add(phoneOf(phone)));
    return seen.size > MOST_PHONES;
  };
  const since = [new Date(now - WITHIN_MS).toISOString()];
  const statement = { name: 'find-bringers', text: FIND_BRINGERS };
  const before = await queryGiven<SystemId & Phone>(client, statement, known, since);
  for (const row of before) add(row, row);
  return {
    add(id, phone) {
      const isShared = add(id, phone);
      if (isShared) shared.push(id);
      return isShared;
    },
    async mark() {
      if (shared.length === 0) return;
      const given = shared.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      await queryGiven(client, { name: 'mark-shared-ids', text: MARK }, given, [new Date(now).toISOString()]);
    },
  };
}

const keyOf = ({ customer_id, app_id, kind, value }: SystemId) => `${customer_id}${app_id}${kind}${value}`;

/** The same model with the same system in the same network is one phone that was set up anew. */
function phoneOf({ event_id, device_model, os_name, os_version, ip_network }: Phone): string {
  const traits = [device_model, os_name, os_version, ip_network].map((trait) => trait ?? '');
  return traits.some((trait) => trait !== '') ? traits.join('\0') : event_id;
}
