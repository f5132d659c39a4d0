import { arrayLiteral, NOT_IN_USE_EVENT_TYPES } from '@tributary/db/events/event-types';
import type { ClientBase } from 'pg';
import type { ReviewFacts } from '../../../fraud-rules/fraud-facts.ts';
import { judgeAtReview } from '../../../fraud-rules/judge-fraud.ts';
import { queryGiven } from '../../../platform/store/query-given.ts';
import { readCountries } from '../abroad-text.ts';
import { compareHistories } from '../histories/compare-histories.ts';
import { type FraudApp, loadFraudApps } from '../load-fraud-apps.ts';
import { countNeighbours, type Neighbours, NO_NEIGHBOURS } from '../neighbours/count-neighbours.ts';
import { storeFlags } from '../store-flags.ts';
import { REVIEW_AFTER_MS } from './review-schedule.ts';

/** A device that has sent more events says no more by them. */
const ENOUGH = 1000;

/** Locks the installs, in the order of their keys. */
const LOAD = `
  select signals.customer_id, signals.install_id, app_id, device_id, link_id, ip_network, device_model, has_token,
    click_network, device_clicks, client, key_resolved, abroad, did.began,
    case when device_key is not null then coalesce(did.token_seen, false) end as token_seen,
    did.out_of_order or (did.ended and not did.began) as out_of_order,
    round(extract(epoch from installed_at) * 1000)::float8 as installed_at,
    round(extract(epoch from clicked_at) * 1000)::float8 as clicked_at
  from json_to_recordset($1::json) as given (customer_id uuid, install_id uuid)
  join install_signals signals on signals.customer_id = given.customer_id and signals.install_id = given.install_id
  cross join lateral (
    select bool_or(integrity_token is not null) as token_seen,
      bool_or(event_type in ('session_start', 'open')) as began,
      bool_or(event_type <> all ('${arrayLiteral(['install', ...NOT_IN_USE_EVENT_TYPES])}')
        and occurred_at < signals.installed_at - interval '1 minute') as out_of_order,
      bool_or(event_type = 'session_end') as ended
    from (
      select event_type, occurred_at, integrity_token from events
      where events.customer_id = given.customer_id and events.app_id = signals.app_id
        and events.device_key = signals.device_key
      limit ${ENOUGH}) own
  ) did
  order by signals.customer_id, signals.install_id
  for no key update of signals`;

/** Those with another review to come wait for it; the others leave the queue. */
const SETTLE = `
  with given as (select * from json_to_recordset($1::json) as given (customer_id uuid, install_id uuid)),
  postponed as (
    update fraud_reviews set reviews = reviews + 1, attempts = 0, last_error = null,
      due_at = due_at + interval '1 millisecond' * $3::float8
    from given
    where fraud_reviews.customer_id = given.customer_id and fraud_reviews.install_id = given.install_id
      and reviews + 1 < $2
    returning 1)
  delete from fraud_reviews using given
  where fraud_reviews.customer_id = given.customer_id and fraud_reviews.install_id = given.install_id
    and reviews + 1 >= $2`;

/** A review that is due: of an install. */
export interface ReviewKey {
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
  readonly abroad: string | null;
  readonly installed_at: number;
  readonly clicked_at: number | null;
  readonly token_seen: boolean | null;
  readonly began: boolean | null;
  readonly out_of_order: boolean | null;
  readonly client: string | null;
  readonly key_resolved: boolean | null;
}

/**
 * Reviews installs in the transaction that has claimed them, and stores the flags that fire now. Done twice, it stores
 * the same. Confidence stays as it was decided.
 *
 * @param now Unix ms.
 */
export async function reviewInstalls(
  client: ClientBase,
  claimed: readonly ReviewKey[],
  now: number,
): Promise<void> {
  if (claimed.length === 0) return;
  const keys = JSON.stringify(claimed);
  const rows = await queryGiven<ReviewRow>(client, { name: 'load-fraud-reviews', text: LOAD }, claimed);
  const apps = await loadFraudApps(
    client,
    rows.map(({ app_id }) => app_id),
  );
  const questions = rows.map((row) => ({ ...row, ...apps(row.app_id).windows }));
  const neighbours = await countNeighbours(client, questions, now);
  const histories = await compareHistories(client, questions);
  const judged = rows.map((row, n) => {
    const app = apps(row.app_id);
    const facts = { ...factsOf(row, neighbours[n], app), histories: histories[n] ?? null };
    return { ...row, flags: judgeAtReview(facts, app.settings.rules) };
  });
  await storeFlags(client, judged, now);
  const until = REVIEW_AFTER_MS[1] - REVIEW_AFTER_MS[0];
  await client.query({
    name: 'settle-fraud-reviews',
    text: SETTLE,
    values: [keys, REVIEW_AFTER_MS.length, until],
  });
}

function factsOf(
  row: ReviewRow,
  neighbours: Neighbours | undefined,
  { settings }: FraudApp,
): Omit<ReviewFacts, 'histories'> {
  return {
    click: row.clicked_at === null ? null : { clickedAt: row.clicked_at },
    installedAt: row.installed_at,
    deviceModel: row.device_model,
    tokenMissing: settings.integrity.expected && !row.has_token,
    tokenSeen: row.token_seen,
    deviceClicks: row.device_clicks,
    abroad: row.abroad === null ? null : readCountries(row.abroad),
    clockOffMs: null,
    ...(neighbours ?? NO_NEIGHBOURS),
  };
}
