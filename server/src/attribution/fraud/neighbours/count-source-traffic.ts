import type { ClientBase } from 'pg';
import type { ReviewFacts } from '../../../fraud-rules/fraud-facts.ts';
import { queryGiven } from '../../../platform/store/query-given.ts';
import { HOUR_MS } from '../../../platform/values/hour-ms.ts';

/** A click that an install was attributed to. Times are Unix ms. */
export interface SourceQuestion {
  readonly customer_id: string;
  readonly app_id: string;
  /** From which it came; null where that says nothing. */
  readonly click_network: string | null;
  readonly clicked_at: number | null;
}

type SourceTraffic = ReviewFacts['sourceTraffic'];

/** Of a network with more clicks, the newest are as good as all. */
const NEWEST = 1000;
/** Before and after the hour of the click. */
const AROUND_MS = 24 * HOUR_MS;

const COUNT = `
  select given.n, clicked.clicks, led.installs
  from json_to_recordset($1::json) as given (n int, customer_id uuid, app_id uuid, network cidr, since timestamptz,
    until timestamptz)
  cross join lateral (
    select count(*)::int as clicks, min(clicked_at) as since from (
      select clicked_at from clicks
      where clicks.customer_id = given.customer_id and clicks.app_id = given.app_id
        and clicks.ip_network = given.network and clicks.ip_network is not null and excluded_because is null
        and clicked_at between given.since and given.until
      order by clicked_at desc
      limit ${NEWEST}) newest
  ) clicked
  cross join lateral (
    select count(*)::int as installs from install_signals
    where install_signals.click_network = given.network and install_signals.app_id = given.app_id
      and install_signals.customer_id = given.customer_id
      and clicked_at between clicked.since and given.until
  ) led`;

/** Counts what came from the network of each click, and what it led to, in the order of the questions. */
export async function countSourceTraffic(
  client: ClientBase,
  questions: readonly SourceQuestion[],
): Promise<SourceTraffic[]> {
  const sources = new Map(
    questions.flatMap((question) => {
      const key = sourceOf(question);
      return key === null ? [] : [[key, question] as const];
    }),
  );
  const keys = [...sources.keys()];
  const given = [...sources.values()].map((question, n) => ({ n, ...toGiven(question) }));
  const statement = { name: 'count-source-traffic', text: COUNT };
  const rows = await queryGiven<{ n: number; clicks: number; installs: number }>(client, statement, given);
  const counted = new Map(rows.map(({ n, clicks, installs }) => [keys[n], { clicks, installs }]));
  return questions.map((question) => counted.get(sourceOf(question) ?? '') ?? null);
}

/** Clicks of one app, network and hour have the same neighbours, and are counted once. */
function sourceOf({ app_id, click_network, clicked_at }: SourceQuestion): string | null {
  if (click_network === null || clicked_at === null) return null;
  return `${app_id} ${click_network} ${Math.floor(clicked_at / HOUR_MS)}`;
}

function toGiven({ customer_id, app_id, click_network: network, clicked_at }: SourceQuestion) {
  const hour = Math.floor((clicked_at ?? 0) / HOUR_MS) * HOUR_MS;
  const since = new Date(hour - AROUND_MS).toISOString();
  return { customer_id, app_id, network, since, until: new Date(hour + HOUR_MS + AROUND_MS).toISOString() };
}
