import type { ClientBase, QueryResultRow } from 'pg';
import { isDistributed } from '../../platform/store/is-distributed.ts';
import { nameAccount, queryGiven } from '../../platform/store/query-given.ts';

/** A batch of activity_queue that the caller's transaction has claimed. */
export interface ActivityBatch {
  readonly batch_id: string;
  readonly app_ids: readonly string[];
  /** Whether it is about devices that something became known of. */
  readonly names_devices: boolean;
}

/** SQL of the rows of one kind in batches of activity_queue. */
interface Rows {
  readonly from: string;
  readonly where: string;
}

/** How a statement reads waiting activity. */
export interface Source {
  /** As `seen`: customer_id, app_id, device_key, day (since 1970). */
  readonly days: Rows;
  /** As `known`: customer_id, app_id, device_id. */
  readonly devices: Rows;
  /** As `told`: customer_id, app_id, event_id, due_at (when it came, or until when it was put off). */
  readonly events: Rows;
  /** SQL of: a table's row is of the account of this activity, compared as the one server is to compare it. */
  isOf(table: string, how: '=' | 'is not distinct from', activity: string): string;
}

const inQueue = (columns: string, as: string, where: string): Rows => ({
  from: `activity_queue cross join unnest(${columns}) as ${as}`,
  where: `batch_id = any($1::uuid[]) and ${where}`,
});

const QUEUE: Source = {
  days: inQueue(
    'customer_ids, app_ids, device_keys, days',
    'seen (customer_id, app_id, device_key, day)',
    'days is not null',
  ),
  devices: inQueue(
    'customer_ids, app_ids, device_ids',
    'known (customer_id, app_id, device_id)',
    'device_ids is not null',
  ),
  events: inQueue(
    'customer_ids, app_ids, event_ids',
    'told (customer_id, app_id, event_id)',
    'told.event_id is not null',
  ),
  isOf: (table, how, activity) => `${table}.customer_id ${how} ${activity}.customer_id`,
};

const inGiven = (as: string, column: string, type: string, more = ''): Rows => ({
  from: `json_to_recordset($1::json) as ${as} (customer_id uuid, app_id uuid, ${column} ${type}${more})`,
  where: `${as}.${column} is not null`,
});

const GIVEN: Source = {
  days: inGiven('seen', 'day', 'integer', ', device_key uuid'),
  devices: inGiven('known', 'device_id', 'uuid'),
  events: inGiven('told', 'event_id', 'text', ', due_at timestamptz'),
  isOf: (table) => `${table}.customer_id = given.customer_id`,
};

const READ = `
  select customer_id, app_id, device_key, day, device_id, event_id, due_at
  from activity_queue
  cross join unnest(customer_ids, app_ids, device_keys, days, device_ids, event_ids)
    as waiting (customer_id, app_id, device_key, day, device_id, event_id)
  where batch_id = any($1::uuid[])`;

type Waiting = Record<'customer_id' | 'app_id', string> & Record<'day' | 'device_id' | 'event_id', unknown>;

/** Waiting activity that statements read. */
export interface Activity {
  /** Whether accounts are on many nodes. */
  readonly isOnNodes: boolean;
  /** @param values starting at `$2`. */
  query<Row extends QueryResultRow>(
    name: string,
    toSql: (source: Source) => string,
    values: readonly unknown[],
  ): Promise<Row[]>;
}

/** The batches that the caller's transaction has claimed: read where they are or, over many nodes, account by account. */
export async function openActivity(client: ClientBase, batchIds: readonly string[]): Promise<Activity> {
  if (!(await isDistributed(client))) {
    return {
      isOnNodes: false,
      query: async (name, toSql, values) => {
        const onNodes = nameAccount(toSql(GIVEN), values.length + 2);
        const asked = { name, text: toSql(QUEUE), values: [batchIds, ...values], onNodes };
        return (await client.query(asked)).rows;
      },
    };
  }
  const { rows } = await client.query<Waiting>({ name: 'read-activity', text: READ, values: [batchIds] });
  const given = rows.filter(
    ({ day, device_id, event_id }) => day !== null || device_id !== null || event_id !== null,
  );
  return {
    isOnNodes: true,
    query: (name, toSql, values) => queryGiven(client, { name, text: toSql(GIVEN) }, given, values),
  };
}

const REMOVE = 'delete from activity_queue where batch_id = any($1::uuid[])';

/** Removes batches that are worked off, in the transaction that did it. */
export async function removeActivity(client: ClientBase, batchIds: readonly string[]): Promise<void> {
  await client.query({ name: 'remove-activity', text: REMOVE, values: [batchIds] });
}
