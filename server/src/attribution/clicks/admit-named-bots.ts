import type { PoolClient } from 'pg';
import { type Change, counted, takenBack } from '../../counters/add-to-counters.ts';
import { CLICKS, type CountedClick } from '../../counters/facts/clicks.ts';
import { queryGiven } from '../../platform/store/query-given.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { CLICK_ID_KINDS, type ClickIdKind } from '../../platform/values/device-id-kinds.ts';
import { usableId } from '../devices/device-identifiers.ts';
import type { QueuedEvent } from '../event-queue/queued-event.ts';
import { readReferrer } from './read-referrer.ts';

/** The longest window in which an app looks for clicks. */
const LOOK_BACK_MS = 90 * DAY_MS;
/** Of one device, as many as attribution reads. */
const LIMIT = 50;

const byId = (name: 'install_referrer' | 'click_id') => `
  (select click_id, link_id from clicks
   where clicks.customer_id = given.customer_id and clicks.click_id = given.${name}
     and clicks.app_id = given.app_id and excluded_because = 'bot')`;

const byDevice = (column: ClickIdKind) => `
  (select click_id, link_id from clicks
   where clicks.customer_id = given.customer_id and clicks.app_id = given.app_id
     and clicks.${column} = given.${column} and clicks.${column} is not null and excluded_because = 'bot'
     and clicked_at >= given.since and clicked_at <= given.until
   order by clicked_at desc limit ${LIMIT})`;

const FIND = `
  select given.customer_id, found.click_id, found.link_id
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, install_referrer uuid, click_id uuid,
    gaid text, android_id text, idfv text, idfa text, since timestamptz, until timestamptz)
  cross join lateral (
    ${byId('install_referrer')}
    union all ${byId('click_id')}
    ${CLICK_ID_KINDS.map((kind) => `union all ${byDevice(kind)}`).join('')}
  ) found`;

/** Shut against those who count clicks of the link at the same time (links/rules/limited-clicks.ts). */
const LOCK_LINKS = 'select id from links where id = any($1::uuid[]) order by id for no key update';

/** Whoever has the link's row is alone with its clicks. A repeat of a click that counts stays a repeat. */
const ADMIT = `
  update clicks set excluded_because = case when original_click_id is null then null else 'repeat' end
  from json_to_recordset($1::json) as given (customer_id uuid, click_id uuid)
  where clicks.customer_id = given.customer_id and clicks.click_id = given.click_id and excluded_because = 'bot'
  returning clicks.customer_id, clicks.link_id, source, clicked_at, country, excluded_because`;

/** Nothing plus something is nothing: of a link that is not limited nothing is counted on its own row. */
const USE = 'update links set clicks_used = clicks_used + $2 where id = $1';

interface FoundBot {
  readonly customer_id: string;
  readonly click_id: string;
  readonly link_id: string | null;
}

type AdmittedRow = Omit<CountedClick, 'clicked_at'> & { readonly clicked_at: Date };

/**
 * Makes clicks that were taken for a bot's into what they are: whoever has an app that names one, by the store's referrer,
 * its id or an id of the device, is a person. They count on their link's row if it takes only so many.
 *
 * @returns what that changes in the counters of their links.
 */
export async function admitNamedBots(
  client: PoolClient,
  events: readonly QueuedEvent[],
): Promise<readonly Change[]> {
  const bots = await queryGiven<FoundBot>(
    client,
    { name: 'find-named-bots', text: FIND },
    events.flatMap(toGiven),
  );
  if (bots.length === 0) return [];
  const linkIds = [...new Set(bots.flatMap(({ link_id }) => link_id ?? []))];
  await client.query(LOCK_LINKS, [linkIds]);
  const named = [
    ...new Map(bots.map(({ customer_id, click_id }) => [click_id, { customer_id, click_id }])).values(),
  ];
  const admitted = await queryGiven<AdmittedRow>(client, { name: 'admit-named-bots', text: ADMIT }, named);
  const usable = admitted.filter(
    ({ link_id, excluded_because }) => link_id !== null && excluded_because === null,
  );
  for (const [linkId, { length }] of Map.groupBy(usable, ({ link_id }) => link_id)) {
    await client.query(USE, [linkId, length]);
  }
  const clicks = admitted.map((row) => ({ ...row, clicked_at: row.clicked_at.toISOString() }));
  const asBots = clicks.map((row) => ({ ...row, excluded_because: 'bot' }));
  return [takenBack(CLICKS, asBots), counted(CLICKS, clicks)];
}

/** What an event says of the click that led to it; a click or an opening of the app names one by its id alone. */
function toGiven(event: QueuedEvent) {
  const { customer_id, app_id, event_type, click_id, referrer, occurred_at } = event;
  const clicks = { customer_id, app_id, click_id };
  if (event_type === 'click' || event_type === 're_engagement') return click_id === null ? [] : [clicks];
  if (event_type !== 'install') return [];
  const ids = Object.fromEntries(CLICK_ID_KINDS.map((kind) => [kind, usableId(event[kind])]));
  const install_referrer = referrer === null ? null : readReferrer(referrer).clickId;
  const until = new Date(occurred_at).toISOString();
  const since = new Date(occurred_at - LOOK_BACK_MS).toISOString();
  return [{ ...clicks, ...ids, install_referrer, since, until }];
}
