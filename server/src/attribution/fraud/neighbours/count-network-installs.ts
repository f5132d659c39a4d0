import type { ClientBase } from 'pg';
import type { NetworkInstalls } from '../../../fraud-rules/fraud-facts.ts';
import { queryGiven } from '../../../platform/store/query-given.ts';
import { HOUR_MS } from '../../../platform/values/hour-ms.ts';

/** An install whose neighbours are counted. Times are Unix ms. */
export interface NetworkQuestion {
  readonly customer_id: string;
  readonly app_id: string;
  readonly ip_network: string | null;
  readonly link_id: string | null;
  readonly device_model: string | null;
  readonly installed_at: number;
  /** Of the click that led to it; null for none, and then nobody asks for its neighbours. */
  readonly clicked_at: number | null;
  /** Hours before and after it. */
  readonly alike_hours: number;
}

/** Of a network with more installs in that time, the newest are as good as all. */
const NEWEST = 500;

const COUNT = `
  select given.n, near.device_model, near.link_id, count(*)::int as installs, count(near.clicked_at)::int as clicked
  from json_to_recordset($1::json) as given (n int, customer_id uuid, app_id uuid, ip_network cidr, since timestamptz,
    until timestamptz)
  cross join lateral (
    select device_model, link_id, clicked_at from install_signals
    where install_signals.ip_network = given.ip_network and install_signals.app_id = given.app_id
      and install_signals.customer_id = given.customer_id and is_first
      and installed_at between given.since and given.until
    order by installed_at desc
    limit ${NEWEST}) near
  group by given.n, near.device_model, near.link_id`;

interface GroupRow {
  readonly n: number;
  readonly device_model: string | null;
  readonly link_id: string | null;
  readonly installs: number;
  readonly clicked: number;
}

const NONE: NetworkInstalls = { all: 0, alike: 0, alikeFromClicks: 0, ofLink: 0, alikeOfLink: 0 };

/** Counts the first installs around each of some installs on its network, in the order of the questions. */
export async function countNetworkInstalls(
  client: ClientBase,
  questions: readonly NetworkQuestion[],
): Promise<NetworkInstalls[]> {
  const asked = questions.filter(({ ip_network, clicked_at }) => ip_network !== null && clicked_at !== null);
  const crowds = new Map(asked.map((one) => [crowdOf(one), one]));
  const keys = [...crowds.keys()];
  const given = [...crowds.values()].map((question, n) => ({ n, ...toGiven(question) }));
  const statement = { name: 'count-network-installs', text: COUNT };
  const rows = Map.groupBy(await queryGiven<GroupRow>(client, statement, given), ({ n }) => keys[n]);
  return questions.map((question) => {
    const groups = question.ip_network === null ? undefined : rows.get(crowdOf(question));
    return groups && question.clicked_at !== null ? sumUp(groups, question) : NONE;
  });
}

/** Installs of one app, network and hour have the same neighbours, and are counted once. */
function crowdOf({ app_id, ip_network, installed_at, alike_hours }: NetworkQuestion): string {
  return `${app_id} ${ip_network} ${Math.floor(installed_at / HOUR_MS)} ${alike_hours}`;
}

function toGiven({ customer_id, app_id, ip_network, installed_at, alike_hours }: NetworkQuestion) {
  const hour = Math.floor(installed_at / HOUR_MS) * HOUR_MS;
  const at = (ms: number) => new Date(ms).toISOString();
  const since = at(hour - alike_hours * HOUR_MS);
  return { customer_id, app_id, ip_network, since, until: at(hour + (alike_hours + 1) * HOUR_MS) };
}

function sumUp(groups: readonly GroupRow[], { link_id, device_model }: NetworkQuestion): NetworkInstalls {
  const sum = (of: readonly GroupRow[], count: 'installs' | 'clicked' = 'installs') =>
    of.reduce((total, group) => total + group[count], 0);
  const alike = groups.filter((group) => group.device_model === device_model);
  const ofLink = link_id === null ? [] : groups.filter((group) => group.link_id === link_id);
  return {
    all: sum(groups),
    alike: sum(alike),
    alikeFromClicks: sum(alike, 'clicked'),
    ofLink: sum(ofLink),
    alikeOfLink: sum(ofLink.filter((group) => group.device_model === device_model)),
  };
}
