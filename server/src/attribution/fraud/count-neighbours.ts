import type { ClientBase } from 'pg';
import { queryGiven } from '../../data-plane/query-given.ts';
import type { ReviewFacts } from '../../fraud-rules/fraud-facts.ts';

/** What a rule compares an install with, and how far around it. Times are Unix ms. */
export interface NeighbourQuestion {
  readonly customer_id: string;
  readonly app_id: string;
  readonly device_id: string;
  readonly link_id: string | null;
  readonly ip_network: string | null;
  readonly device_model: string | null;
  readonly installed_at: number;
  readonly link_days: number;
  readonly alike_hours: number;
  readonly device_hours: number;
}

export type Neighbours = Pick<ReviewFacts, 'linkTraffic' | 'alikeInstalls' | 'deviceInstalls'>;

/** No threshold is higher than this; counting stops there. */
const ENOUGH = 200;

const COUNT = `
  select given.n, traffic.clicks, traffic.installs, alike.installs as alike, of_device.installs as of_device
  from json_to_recordset($1::json) as given (n int, customer_id uuid, app_id uuid, device_id uuid, link_id uuid,
    ip_network cidr, device_model text, installed_at timestamptz, link_days int, alike_hours float8,
    device_hours float8)
  cross join lateral (
    select sum(clicks + repeats)::float8 as clicks, sum(installs)::float8 as installs from link_counts
    where link_counts.customer_id = given.customer_id and link_counts.link_id = given.link_id
      and day > (given.installed_at at time zone 'UTC')::date - given.link_days
      and day <= (given.installed_at at time zone 'UTC')::date + 1
  ) traffic
  cross join lateral (
    select count(*)::int as installs from (
      select 1 from install_signals near
      where near.customer_id = given.customer_id and near.app_id = given.app_id
        and near.ip_network = given.ip_network and near.device_model = given.device_model
        and near.is_first and near.clicked_at is not null
        and near.installed_at between given.installed_at - interval '1 hour' * given.alike_hours
          and given.installed_at + interval '1 hour' * given.alike_hours
      limit ${ENOUGH}) counted
  ) alike
  cross join lateral (
    select count(*)::int as installs from (
      select 1 from install_signals near
      where near.customer_id = given.customer_id and near.app_id = given.app_id and near.device_id = given.device_id
        and near.installed_at between given.installed_at - interval '1 hour' * given.device_hours
          and given.installed_at + interval '1 hour' * given.device_hours
      limit ${ENOUGH}) counted
  ) of_device`;

interface CountRow {
  readonly n: number;
  readonly clicks: number | null;
  readonly installs: number | null;
  readonly alike: number;
  readonly of_device: number;
}

/** Counts the neighbours of each install, in the order of the questions. */
export async function countNeighbours(
  client: ClientBase,
  questions: readonly NeighbourQuestion[],
): Promise<Neighbours[]> {
  if (questions.length === 0) return [];
  const given = questions.map((question, n) => ({
    n,
    ...question,
    installed_at: new Date(question.installed_at).toISOString(),
  }));
  const rows = await queryGiven<CountRow>(client, { name: 'count-neighbours', text: COUNT }, given);
  return rows
    .sort((one, other) => one.n - other.n)
    .map(({ clicks, installs, alike, of_device }) => ({
      linkTraffic: clicks === null ? null : { clicks, installs: installs ?? 0 },
      alikeInstalls: alike,
      deviceInstalls: of_device,
    }));
}
