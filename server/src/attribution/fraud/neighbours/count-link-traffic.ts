import type { ClientBase } from 'pg';
import type { LinkTraffic } from '../../../fraud-rules/fraud-facts.ts';
import { queryGiven } from '../../../platform/store/query-given.ts';

/** A link, and the days around an install of it. */
export interface LinkQuestion {
  readonly customer_id: string;
  readonly link_id: string;
  /** UTC day, as `2026-01-31`. */
  readonly day: string;
  /** Days before it that are counted, itself included. */
  readonly days: number;
}

/** More installs than this of a link say no more about when they come. */
const DATED = 200;
/** Days after an install's that are counted as well, by the time of its last review. */
const DAYS_AFTER = 3;

const COUNT = `
  select given.n, coalesce(counted.clicks, 0) as clicks, coalesce(counted.installs, 0) as installs, dated.*
  from json_to_recordset($1::json) as given (n int, customer_id uuid, link_id uuid, day date, days int)
  cross join lateral (
    select sum(clicks + repeats)::float8 as clicks, sum(installs)::float8 as installs from link_counts
    where link_counts.customer_id = given.customer_id and link_counts.link_id = given.link_id
      and day > given.day - given.days and day <= given.day + ${DAYS_AFTER}
  ) counted
  cross join lateral (
    select count(*)::int as dated, (count(*) filter (where wait > interval '1 hour'))::int as late,
      count(abroad)::int as abroad, count(device_clicks)::int as devices, coalesce(sum(least(device_clicks, 4)) filter (where device_clicks is not null), 0)::int as "deviceClicks"
    from (
      select near.installed_at - near.clicked_at as wait, near.device_clicks, near.abroad from install_signals near
      where near.link_id = given.link_id and near.customer_id = given.customer_id
        and near.installed_at > given.day - given.days and near.installed_at < given.day + ${DAYS_AFTER + 1}
      order by near.installed_at desc
      limit ${DATED}) newest
  ) dated`;

export const NO_TRAFFIC: LinkTraffic = {
  clicks: 0,
  installs: 0,
  dated: 0,
  late: 0,
  abroad: 0,
  devices: 0,
  deviceClicks: 0,
};

/** Counts the traffic of links, in the order of the questions. */
export async function countLinkTraffic(
  client: ClientBase,
  questions: readonly LinkQuestion[],
): Promise<LinkTraffic[]> {
  const given = questions.map((question, n) => ({ n, ...question }));
  const statement = { name: 'count-link-traffic', text: COUNT };
  const rows = await queryGiven<LinkTraffic & { n: number }>(client, statement, given);
  const byQuestion = new Map(rows.map(({ n, ...traffic }) => [n, traffic]));
  return questions.map((_, n) => byQuestion.get(n) ?? NO_TRAFFIC);
}
