import type { Pool } from 'pg';

interface AppUsage {
  readonly app_id: string;
  readonly used: number;
}

/** Events by month, as `2026-01`; a month without any is missing. */
interface Usage {
  readonly apps: readonly { readonly id: string; readonly name: string }[];
  readonly totals: ReadonlyMap<string, number>;
  /** The busiest app first. */
  readonly byApp: ReadonlyMap<string, AppUsage[]>;
}

interface UsageQuestion {
  readonly customerId: string;
  /** The teams whose apps are shown. */
  readonly teamIds: readonly string[];
  readonly months: readonly string[];
}

const READ_APPS = `
  select id, name from apps
  where customer_id = $1 and team_id = any($2::uuid[]) and deleted_at is null
  order by created_at, id`;

const READ_TOTALS = `
  select to_char(month, 'YYYY-MM') as month, used::float8 as used from usage_months
  where customer_id = $1 and month = any($2::date[])`;

const READ_BY_APP = `
  select to_char(month, 'YYYY-MM') as month, app_id, used::float8 as used from app_usage_months
  where customer_id = $1 and month = any($2::date[]) and app_id = any($3::uuid[]) and used > 0
  order by app_usage_months.used desc, app_id`;

/** Reads how many events an account and its apps have used. */
export async function readUsage(pool: Pool, { customerId, teamIds, months }: UsageQuestion): Promise<Usage> {
  const days = months.map((month) => `${month}-01`);
  const apps = await pool.query<{ id: string; name: string }>(READ_APPS, [customerId, teamIds]);
  const ids = apps.rows.map(({ id }) => id);
  const totals = await pool.query<{ month: string; used: number }>(READ_TOTALS, [customerId, days]);
  const counts = await pool.query<AppUsage & { month: string }>(READ_BY_APP, [customerId, days, ids]);
  const byApp = new Map<string, AppUsage[]>();
  for (const { month, app_id, used } of counts.rows)
    byApp.set(month, [...(byApp.get(month) ?? []), { app_id, used }]);
  return { apps: apps.rows, totals: new Map(totals.rows.map(({ month, used }) => [month, used])), byApp };
}
