import type { ClientBase } from 'pg';
import type { HistoryCount } from '../../../fraud-rules/fraud-facts.ts';
import { queryGiven } from '../../../platform/store/query-given.ts';
import { DAY_MS } from '../../../platform/values/day-ms.ts';

/** An install that misses something of what an SDK does first. Times are Unix ms. */
export interface HistoryQuestion {
  readonly customer_id: string;
  readonly app_id: string;
  readonly link_id: string;
  /** As it names itself: other clients have other ways. */
  readonly client: string;
  readonly installed_at: number;
  /** Before the install. */
  readonly history_days: number;
}

interface Counted {
  readonly ofLink: readonly HistoryCount[];
  readonly organic: readonly HistoryCount[];
}

/** Of a link, or of an app's organic installs, the newest are as good as all. */
const NEWEST = 1000;
/** By its last review others have come. */
const DAYS_AFTER = 3;

const near = (which: string) => `
    (select client, history from install_signals
     where ${which} and install_signals.customer_id = given.customer_id
       and installed_at >= given.since and installed_at < given.until
       and is_first and history is not null
     order by installed_at desc
     limit ${NEWEST})`;

const COUNT = `
  select given.n, around.of_link, around.history as missing, count(*)::int as devices
  from json_to_recordset($1::json) as given (n int, customer_id uuid, app_id uuid, link_id uuid, client text,
    since timestamptz, until timestamptz)
  cross join lateral (
    select true as of_link, of_link.* from ${near('install_signals.link_id = given.link_id')} of_link
    union all
    select false, organic.* from ${near('install_signals.app_id = given.app_id and clicked_at is null')} organic
  ) around
  where around.client = given.client
  group by given.n, around.of_link, around.history`;

/**
 * Counts what others miss of what an SDK does first: of the link of each install, and of those that came to its app by
 * themselves. In the order of the questions; what has been reviewed counts.
 */
export async function countHistories(
  client: ClientBase,
  questions: readonly HistoryQuestion[],
): Promise<Counted[]> {
  // Installs of one link, client and day have the same neighbours, and are counted once.
  const asked = new Map(questions.map((question) => [keyOf(question), question]));
  const keys = [...asked.keys()];
  const given = [...asked.values()].map((question, n) => ({ n, ...toGiven(question) }));
  const statement = { name: 'count-histories', text: COUNT };
  const rows = await queryGiven<HistoryCount & { n: number; of_link: boolean }>(client, statement, given);
  const counted = Map.groupBy(rows, ({ n }) => keys[n]);
  return questions.map((question) => {
    const of = counted.get(keyOf(question)) ?? [];
    const select = (ofLink: boolean) =>
      of
        .filter(({ of_link }) => of_link === ofLink)
        .map(({ missing, devices }): HistoryCount => ({ missing, devices }));
    return { ofLink: select(true), organic: select(false) };
  });
}

function keyOf({ link_id, client, installed_at, history_days }: HistoryQuestion): string {
  return `${link_id} ${dayOf(installed_at)} ${history_days} ${client}`;
}

const dayOf = (at: number) => Math.floor(at / DAY_MS);

function toGiven({ customer_id, app_id, link_id, client, installed_at, history_days }: HistoryQuestion) {
  const at = (day: number) => new Date(day * DAY_MS).toISOString();
  const day = dayOf(installed_at);
  return {
    customer_id,
    app_id,
    link_id,
    client,
    since: at(day - history_days + 1),
    until: at(day + DAYS_AFTER + 1),
  };
}
