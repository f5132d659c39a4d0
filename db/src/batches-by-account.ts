import type { ClientBase } from 'pg';
import { groupsOfInstalls } from './migrations/m0073-groups-of-installs.ts';
import { countGroups } from './migrations/m0074-count-groups.ts';

/** One batch of a migration, as `BatchedMigration.batch` answers it. */
interface Batch {
  readonly position: unknown;
  readonly rows: number;
}

type RunBatch = (client: ClientBase, position: unknown) => Promise<Batch>;

const OF_ACCOUNT = /= (?:chunk|facts|app)\.customer_id\b/g;

/** @throws if the text is not as it was written: another statement would run, or one about all accounts. */
function replace(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce(
    (changed, [from, to]) => {
      if (!changed.includes(from)) throw new Error(`a migration has no ${from}`);
      return changed.replaceAll(from, to);
    },
    text.replaceAll(OF_ACCOUNT, '= $2'),
  );
}

const NEXT_ACCOUNT = `
  select customer_id from attributions where $1::uuid is null or customer_id > $1
  order by customer_id limit 1`;

/** `$1` is the attribution after which it begins, `$2` the account. */
const GROUPS_OF_INSTALLS = replace(groupsOfInstalls.batch, [
  [
    `where $1::jsonb is null
        or (customer_id, attribution_id) > (($1::jsonb ->> 'customer')::uuid, ($1::jsonb ->> 'attribution')::uuid)`,
    'where customer_id = $2 and ($1::uuid is null or attribution_id > $1)',
  ],
  [
    `(
        select json_build_object('customer', customer_id, 'attribution', attribution_id) from chunk
        order by customer_id desc, attribution_id desc limit 1) as position`,
    '(select attribution_id from chunk order by attribution_id desc limit 1) as attribution',
  ],
]);

interface InstallsPosition {
  readonly customer: string;
  readonly attribution: string | null;
}

const groupInstalls: RunBatch = async (client, position) => {
  const from = (position ?? (await nextAccount(client, null))) as InstallsPosition | null;
  if (from === null) return { position: null, rows: 0 };
  const { customer, attribution } = from;
  const { rows } = await client.query<{ attribution: string | null; rows: number }>(GROUPS_OF_INSTALLS, [
    attribution,
    customer,
  ]);
  const [done] = rows;
  if (!done?.attribution) return { position: await nextAccount(client, customer), rows: 0 };
  return { position: { customer, attribution: done.attribution }, rows: done.rows };
};

async function nextAccount(client: ClientBase, after: string | null): Promise<InstallsPosition | null> {
  const { rows } = await client.query<{ customer_id: string }>(NEXT_ACCOUNT, [after]);
  return rows[0] ? { customer: rows[0].customer_id, attribution: null } : null;
}

const NEXT_APP = 'select id, customer_id from apps where $1::uuid is null or id > $1 order by id limit 1';

/** `$1` is the app, `$2` its account. */
const COUNT_GROUPS = replace(countGroups.batch, [
  [
    `select id as app_id, customer_id from apps
      where $1::jsonb is null or id > ($1::jsonb ->> 'app')::uuid
      order by id limit 1`,
    'select $1::uuid as app_id, $2::uuid as customer_id',
  ],
  ['where fact.counted_day is not null', 'where fact.customer_id = $2 and fact.counted_day is not null'],
  [
    'join cohort_activity activity using (customer_id, app_id)',
    'join cohort_activity activity on activity.customer_id = $2 and activity.app_id = app.app_id',
  ],
]);

const countGroupsOfApp: RunBatch = async (client, position) => {
  const after = (position as { app: string } | null)?.app ?? null;
  const { rows } = await client.query<{ id: string; customer_id: string }>(NEXT_APP, [after]);
  const [app] = rows;
  if (app === undefined) return { position: null, rows: 0 };
  await client.query(COUNT_GROUPS, [app.id, app.customer_id]);
  return { position: { app: app.id }, rows: 1 };
};

/**
 * Batches of landed migrations that Citus refuses as they are, in a form in which each is about one account. What they
 * make is the same.
 */
export const BATCHES_BY_ACCOUNT: Readonly<Record<string, RunBatch>> = {
  [groupsOfInstalls.name]: groupInstalls,
  [countGroups.name]: countGroupsOfApp,
};
