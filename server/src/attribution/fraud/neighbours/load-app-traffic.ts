import type { ClientBase } from 'pg';
import type { LinkTraffic } from '../../../fraud-rules/fraud-facts.ts';
import { HOUR_MS } from '../../../platform/values/hour-ms.ts';
import { countLinkTraffic, NO_TRAFFIC } from './count-link-traffic.ts';

/** An app, and the days around an install of it. */
export interface AppQuestion {
  readonly customer_id: string;
  readonly app_id: string;
  /** UTC day, as `2026-01-31`. */
  readonly day: string;
  readonly days: number;
}

/** Traffic of the app's newest links. */
interface AppTraffic {
  readonly total: LinkTraffic;
  readonly byLink: ReadonlyMap<string, LinkTraffic>;
}

const NO_APP_TRAFFIC: AppTraffic = { total: NO_TRAFFIC, byLink: new Map() };
const MEMBERS = Object.keys(NO_TRAFFIC) as (keyof LinkTraffic)[];

/** Of an app with more links, the newest ones are typical enough. */
const LINKS = 200;
/** Rates change slowly; counting anew once an hour costs a few milliseconds for each app. */
const FRESH_MS = HOUR_MS;
/** Apps with their days. */
const KEPT = 500;

const FIND_LINKS = `
  select given.app_id, links.id from unnest($1::uuid[], $2::uuid[]) as given (customer_id, app_id)
  cross join lateral (
    select id from links where links.customer_id = given.customer_id and links.app_id = given.app_id
    order by created_at desc limit ${LINKS}) links`;

const known = new Map<string, AppTraffic>();

/**
 * The traffic of an app's links around a day, without one of them. It is at most an hour old, by the service's clock.
 *
 * @param now Unix ms.
 */
export async function loadAppTraffic(
  client: ClientBase,
  questions: readonly AppQuestion[],
  now: number,
): Promise<(question: AppQuestion, without: string | null) => LinkTraffic> {
  const keyOf = ({ app_id, day, days }: AppQuestion) =>
    `${app_id} ${day} ${days} ${Math.floor(now / FRESH_MS)}`;
  const asked = new Map(questions.map((question) => [keyOf(question), question]));
  const missing = [...asked].filter(([key]) => !known.has(key));
  const loaded = await count(client, missing);
  if (known.size + loaded.size > KEPT) known.clear();
  for (const [key, traffic] of loaded) known.set(key, traffic);
  const answers = new Map([...asked.keys()].map((key) => [key, loaded.get(key) ?? known.get(key)]));
  return (question, without) => {
    const { total, byLink } = answers.get(keyOf(question)) ?? NO_APP_TRAFFIC;
    const left = without === null ? undefined : byLink.get(without);
    // Subtracting whole numbers is exact, and one install need not walk through all links.
    return left ? combine(total, left, -1) : total;
  };
}

async function count(
  client: ClientBase,
  asked: readonly (readonly [key: string, question: AppQuestion])[],
): Promise<Map<string, AppTraffic>> {
  if (asked.length === 0) return new Map();
  const { rows: links } = await client.query<{ app_id: string; id: string }>({
    name: 'find-links-of-apps',
    text: FIND_LINKS,
    values: [asked.map(([, { customer_id }]) => customer_id), asked.map(([, { app_id }]) => app_id)],
  });
  const linksOf = Map.groupBy(links, ({ app_id }) => app_id);
  const counted = asked.flatMap(([key, { customer_id, app_id, day, days }]) => {
    const ids = new Set(linksOf.get(app_id)?.map(({ id }) => id));
    return [...ids].map((link_id) => ({ key, customer_id, link_id, day, days }));
  });
  const traffic = await countLinkTraffic(client, counted);
  const byKey = new Map<string, Map<string, LinkTraffic>>(asked.map(([key]) => [key, new Map()]));
  for (const [n, { key, link_id }] of counted.entries()) {
    const one = traffic[n];
    if (one) byKey.get(key)?.set(link_id, one);
  }
  return new Map([...byKey].map(([key, byLink]) => [key, { total: sumOf(byLink.values()), byLink }]));
}

function sumOf(links: Iterable<LinkTraffic>): LinkTraffic {
  let sum = NO_TRAFFIC;
  for (const link of links) sum = combine(sum, link, 1);
  return sum;
}

function combine(one: LinkTraffic, other: LinkTraffic, sign: 1 | -1): LinkTraffic {
  const combined = { ...one } as { -readonly [Name in keyof LinkTraffic]: LinkTraffic[Name] };
  for (const member of MEMBERS) combined[member] += sign * other[member];
  return combined;
}
