import type { ClientBase } from 'pg';
import { utcDay } from '../../../counters/utc-day.ts';
import type { ReviewFacts } from '../../../fraud-rules/fraud-facts.ts';
import { queryGiven } from '../../../platform/store/query-given.ts';
import { alikeAmong } from '../../traits/app-traits.ts';
import { loadAppTraits } from '../../traits/load-app-traits.ts';
import { countLinkTraffic, NO_TRAFFIC } from './count-link-traffic.ts';
import { countNetworkInstalls, type NetworkQuestion } from './count-network-installs.ts';
import { countSourceTraffic, type SourceQuestion } from './count-source-traffic.ts';
import { loadAppTraffic } from './load-app-traffic.ts';

/** What rules compare an install with, and how far around it. Times are Unix ms. */
export interface NeighbourQuestion extends NetworkQuestion, SourceQuestion {
  readonly device_id: string;
  readonly link_days: number;
  readonly device_hours: number;
}

export type Neighbours = Pick<
  ReviewFacts,
  'linkTraffic' | 'otherTraffic' | 'sourceTraffic' | 'networkInstalls' | 'appDevices' | 'deviceInstalls'
>;

const NO_INSTALLS = { all: 0, alike: 0, alikeFromClicks: 0, ofLink: 0, alikeOfLink: 0 };
export const NO_NEIGHBOURS: Neighbours = {
  linkTraffic: null,
  otherTraffic: NO_TRAFFIC,
  sourceTraffic: null,
  networkInstalls: NO_INSTALLS,
  appDevices: { all: 0, alike: 0 },
  deviceInstalls: 0,
};

/** No threshold is higher than this; counting stops there. */
const ENOUGH = 200;

const COUNT_OF_DEVICE = `
  select given.n, of_device.installs
  from json_to_recordset($1::json) as given (n int, customer_id uuid, app_id uuid, device_id uuid,
    installed_at timestamptz, device_hours float8)
  cross join lateral (
    select count(*)::int as installs from (
      select 1 from install_signals near
      where near.customer_id = given.customer_id and near.app_id = given.app_id and near.device_id = given.device_id
        and near.installed_at between given.installed_at - interval '1 hour' * given.device_hours
          and given.installed_at + interval '1 hour' * given.device_hours
      limit ${ENOUGH}) counted
  ) of_device`;

/**
 * Counts the neighbours of each install, in the order of the questions. What many installs of a batch have in common is
 * counted once for all of them.
 *
 * @param now Unix ms.
 */
export async function countNeighbours(
  client: ClientBase,
  questions: readonly NeighbourQuestion[],
  now: number,
): Promise<Neighbours[]> {
  if (questions.length === 0) return [];
  const traffic = await countTraffic(client, questions, now);
  const sources = await countSourceTraffic(client, questions);
  const networks = await countNetworkInstalls(client, questions);
  const traitsOf = await loadAppTraits(client, questions.map(toAppDay));
  const ofDevices = await countOfDevices(client, questions);
  return questions.map((question, n) => ({
    ...(traffic[n] ?? NO_NEIGHBOURS),
    sourceTraffic: sources[n] ?? null,
    networkInstalls: networks[n] ?? NO_INSTALLS,
    appDevices: alikeAmong(traitsOf(toAppDay(question)), question.device_model),
    deviceInstalls: ofDevices.get(n) ?? 0,
  }));
}

function toAppDay({
  customer_id,
  app_id,
  installed_at,
}: Pick<NeighbourQuestion, 'customer_id' | 'app_id' | 'installed_at'>) {
  return { customer_id, app_id, day: utcDay(installed_at) };
}

/** Of each install's link, and of the app's other links. */
async function countTraffic(client: ClientBase, questions: readonly NeighbourQuestion[], now: number) {
  const apps = questions.map((question) => ({ ...toAppDay(question), days: question.link_days }));
  const trafficOf = await loadAppTraffic(client, apps, now);
  const links = new Map(
    questions.flatMap(({ customer_id, link_id, installed_at, link_days: days }) =>
      link_id === null
        ? []
        : [
            [
              `${link_id} ${utcDay(installed_at)} ${days}`,
              { customer_id, link_id, day: utcDay(installed_at), days },
            ],
          ],
    ),
  );
  const counted = await countLinkTraffic(client, [...links.values()]);
  const byLink = new Map([...links.keys()].map((key, n) => [key, counted[n] ?? null]));
  return questions.map(({ link_id, installed_at, link_days }, n) => {
    const app = apps[n];
    return {
      linkTraffic: byLink.get(`${link_id} ${utcDay(installed_at)} ${link_days}`) ?? null,
      otherTraffic: app ? trafficOf(app, link_id) : NO_TRAFFIC,
    };
  });
}

async function countOfDevices(
  client: ClientBase,
  questions: readonly NeighbourQuestion[],
): Promise<ReadonlyMap<number, number>> {
  const given = questions.map(({ customer_id, app_id, device_id, installed_at, device_hours }, n) => ({
    n,
    customer_id,
    app_id,
    device_id,
    device_hours,
    installed_at: new Date(installed_at).toISOString(),
  }));
  const statement = { name: 'count-installs-of-devices', text: COUNT_OF_DEVICE };
  const rows = await queryGiven<{ n: number; installs: number }>(client, statement, given);
  return new Map(rows.map(({ n, installs }) => [n, installs]));
}
