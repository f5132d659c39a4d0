import type { Pool } from 'pg';

/** The recent activity of a webhook. Times are Unix ms. */
export interface WebhookActivity {
  readonly lastUsedAt: number | null;
  readonly deliveries: readonly { at: number; outcome: string; reason: string | null }[];
}

const SHOWN = 50;
const NONE: WebhookActivity = { lastUsedAt: null, deliveries: [] };

/** Verified and refused deliveries are read separately, each from its part of the index. */
const READ = `
  select wanted.webhook_id, used.at as last_used_at, coalesce(shown.deliveries, '[]') as deliveries
  from unnest($1::uuid[]) as wanted (webhook_id)
  left join lateral (
    select round(extract(epoch from max(delivered_at)) * 1000)::float8 as at
    from payment_deliveries where webhook_id = wanted.webhook_id and verified
  ) used on true
  left join lateral (
    select json_agg(json_build_object('at', round(extract(epoch from delivered_at) * 1000)::int8,
      'outcome', outcome, 'reason', reason) order by delivered_at desc, delivery_id desc) as deliveries
    from (
      select * from (
        (${newest('verified')}) union all (${newest('not verified')})
      ) both_kinds
      order by delivered_at desc, delivery_id desc
      limit ${SHOWN}
    ) newest
  ) shown on true`;

function newest(kind: string): string {
  return `select delivered_at, delivery_id, outcome, reason from payment_deliveries
    where webhook_id = wanted.webhook_id and ${kind}
    order by delivered_at desc, delivery_id desc
    limit ${SHOWN}`;
}

interface Row {
  readonly webhook_id: string;
  readonly last_used_at: number | null;
  readonly deliveries: WebhookActivity['deliveries'];
}

/** Reads the last use and the last deliveries of webhooks; returns a function from a webhook to its activity. */
export async function readActivity(
  pool: Pool,
  webhookIds: readonly string[],
): Promise<(webhookId: string) => WebhookActivity> {
  const { rows } = await pool.query<Row>({ name: 'webhook-activity', text: READ, values: [webhookIds] });
  const byId = new Map(
    rows.map((row) => [row.webhook_id, { lastUsedAt: row.last_used_at, deliveries: row.deliveries }]),
  );
  return (webhookId) => byId.get(webhookId) ?? NONE;
}
