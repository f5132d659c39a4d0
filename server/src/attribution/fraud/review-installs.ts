import type { ClientBase } from 'pg';
import { queryGiven } from '../../data-plane/query-given.ts';
import type { ReviewFacts } from '../../fraud-rules/fraud-facts.ts';
import { judgeAtReview } from '../../fraud-rules/judge-fraud.ts';
import { countNeighbours, type Neighbours, NO_NEIGHBOURS } from './count-neighbours.ts';
import { type FraudApp, loadFraudApps } from './load-fraud-apps.ts';
import { REVIEW_AFTER_MS } from './review-schedule.ts';
import { storeFlags } from './store-flags.ts';

const CLAIM = `
  select customer_id, install_id, reviews from fraud_reviews
  where due_at <= $1
  order by due_at
  limit $2
  for update skip locked`;

const LOAD = `
  select signals.customer_id, signals.install_id, app_id, device_id, link_id, ip_network, device_model, has_token,
    click_network, device_clicks,
    round(extract(epoch from installed_at) * 1000)::float8 as installed_at,
    round(extract(epoch from clicked_at) * 1000)::float8 as clicked_at,
    case when device_key is not null then exists (
      select 1 from events
      where events.customer_id = given.customer_id and events.app_id = signals.app_id
        and events.device_key = signals.device_key and events.integrity_token is not null
    ) end as token_seen
  from json_to_recordset($1::json) as given (customer_id uuid, install_id uuid)
  join install_signals signals on signals.customer_id = given.customer_id and signals.install_id = given.install_id`;

/** Those with another review to come wait for it; the others leave the queue. */
const SETTLE = `
  with given as (select * from json_to_recordset($1::json) as given (customer_id uuid, install_id uuid)),
  postponed as (
    update fraud_reviews set reviews = reviews + 1, due_at = due_at + interval '1 millisecond' * $3::float8
    from given
    where fraud_reviews.customer_id = given.customer_id and fraud_reviews.install_id = given.install_id
      and reviews + 1 < $2
    returning 1)
  delete from fraud_reviews using given
  where fraud_reviews.customer_id = given.customer_id and fraud_reviews.install_id = given.install_id
    and reviews + 1 >= $2`;

interface ReviewKey {
  readonly customer_id: string;
  readonly install_id: string;
}

interface ReviewRow extends ReviewKey {
  readonly app_id: string;
  readonly device_id: string;
  readonly link_id: string | null;
  readonly ip_network: string | null;
  readonly device_model: string | null;
  readonly has_token: boolean;
  readonly click_network: string | null;
  readonly device_clicks: number | null;
  readonly installed_at: number;
  readonly clicked_at: number | null;
  readonly token_seen: boolean | null;
}

/**
 * Reviews the installs that are due, in the caller's transaction, and stores the flags that fire now. Done twice, it
 * stores the same. Confidence stays as it was decided.
 *
 * @param now Unix ms.
 * @returns how many were reviewed.
 */
export async function reviewInstalls(client: ClientBase, now: number, limit: number): Promise<number> {
  const due = [new Date(now).toISOString(), limit];
  const { rows: claimed } = await client.query<ReviewKey>({
    name: 'claim-fraud-reviews',
    text: CLAIM,
    values: due,
  });
  if (claimed.length === 0) return 0;
  const keys = JSON.stringify(claimed);
  const rows = await queryGiven<ReviewRow>(client, { name: 'load-fraud-reviews', text: LOAD }, claimed);
  const apps = await loadFraudApps(
    client,
    rows.map(({ app_id }) => app_id),
  );
  const questions = rows.map((row) => ({ ...row, ...apps(row.app_id).windows }));
  const neighbours = await countNeighbours(client, questions, now);
  const judged = rows.map((row, n) => {
    const app = apps(row.app_id);
    return { ...row, flags: judgeAtReview(factsOf(row, neighbours[n], app), app.settings.rules) };
  });
  await storeFlags(client, judged, now);
  const until = REVIEW_AFTER_MS[1] - REVIEW_AFTER_MS[0];
  await client.query({
    name: 'settle-fraud-reviews',
    text: SETTLE,
    values: [keys, REVIEW_AFTER_MS.length, until],
  });
  return claimed.length;
}

function factsOf(row: ReviewRow, neighbours: Neighbours | undefined, { settings }: FraudApp): ReviewFacts {
  return {
    click: row.clicked_at === null ? null : { clickedAt: row.clicked_at },
    installedAt: row.installed_at,
    deviceModel: row.device_model,
    tokenMissing: settings.integrity.expected && !row.has_token,
    tokenSeen: row.token_seen,
    deviceClicks: row.device_clicks,
    ...(neighbours ?? NO_NEIGHBOURS),
  };
}
