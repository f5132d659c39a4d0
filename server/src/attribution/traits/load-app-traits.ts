import type { ClientBase, Pool } from 'pg';
import { utcDay } from '../../counters/utc-day.ts';
import { queryGiven } from '../../platform/store/query-given.ts';
import { modelsResting } from '../models/models.ts';
import { type AppTraits, addTraits, NO_TRAITS, type TraitCount } from './app-traits.ts';

/** An app, and the UTC day of an install, as `2026-01-31`: devices of the days before it are counted. */
export interface AppDay {
  readonly customer_id: string;
  readonly app_id: string;
  readonly day: string;
}

/** Of an app with this many devices, a few days say what thirty would. */
const MANY = 1000;
const FEW_DAYS = 3;
const ALL_DAYS = 30;
/** Apps with their days. What is read of one is at most a thousand values a dimension. */
const KEPT = 500;

const COUNT = `
  select given.n, counted.*
  from json_to_recordset($1::json) as given (n int, customer_id uuid, app_id uuid, day date)
  cross join lateral (
    select dimension, value, sum(installs)::float8 as installs,
      coalesce(sum(installs) filter (where model in ${modelsResting('named_by_store')}), 0)::float8 as referred
    from install_group_counts counts
    where counts.customer_id = given.customer_id and counts.app_id = given.app_id
      and dimension in ('device_model', 'os_version') and counts.day >= given.day - $2::int and counts.day < given.day
    group by dimension, value
  ) counted`;

/** Of an install's event. */
export function toAppDay(event: { customer_id: string; app_id: string; occurred_at: number }): AppDay {
  return { customer_id: event.customer_id, app_id: event.app_id, day: utcDay(event.occurred_at) };
}

const known = new Map<string, AppTraits>();

/**
 * What the devices of apps were like before some day. Read once for each app and day: a day that is over hardly changes, and
 * decisions of one day all use the same.
 */
export async function loadAppTraits(
  client: Pool | ClientBase,
  apps: readonly AppDay[],
): Promise<(app: AppDay) => AppTraits> {
  const asked = new Map(apps.map((app) => [keyOf(app), app]));
  const missing = [...asked].filter(([key]) => !known.has(key));
  const loaded = await count(client, missing, FEW_DAYS);
  const young = missing.filter(([key]) => (loaded.get(key)?.devices ?? 0) < MANY);
  for (const [key, traits] of await count(client, young, ALL_DAYS)) loaded.set(key, traits);
  if (known.size + loaded.size > KEPT) known.clear();
  for (const [key, traits] of loaded) known.set(key, traits);
  const answers = new Map([...asked.keys()].map((key) => [key, loaded.get(key) ?? known.get(key)]));
  return (app) => answers.get(keyOf(app)) ?? NO_TRAITS;
}

const keyOf = ({ app_id, day }: AppDay) => `${app_id} ${day}`;

async function count(
  client: Pool | ClientBase,
  asked: readonly (readonly [key: string, app: AppDay])[],
  days: number,
): Promise<Map<string, AppTraits>> {
  const given = asked.map(([, app], n) => ({ n, ...app }));
  const statement = { name: 'count-app-traits', text: COUNT };
  const rows = await queryGiven<TraitCount & { n: number }>(client, statement, given, [days]);
  const byApp = Map.groupBy(rows, ({ n }) => n);
  return new Map(asked.map(([key], n) => [key, addTraits(byApp.get(n) ?? [])]));
}
