import type { ClientBase } from 'pg';
import { listGroups } from '../../../counters/dimensions.ts';
import { CHANNEL } from '../../../platform/store/changes/change-feed.ts';
import { LOOKS_AGAIN } from '../../../platform/store/erasure-under-way.ts';
import type { Erasure, Portion } from '../erasure.ts';
import { listAccountTables } from './list-account-tables.ts';
import { SHARED_QUEUES } from './shared-queues.ts';

/** How much of an account one transaction takes: little, so that no one waits long for a row that it locks. */
const ROWS = 5000;

/**
 * How long an instance may still write to a deactivated account, in ms: running statements (10 s), clicks that are
 * retried (30 s), cached links and apps whose change was not announced (60 s).
 */
export const SETTLE_MS = 120_000;

interface Position {
  readonly step?: number;
  /** Rounds through all steps: the second is for what arrived during the first. */
  readonly round?: number;
  /** Whether this round erased anything. */
  readonly found?: boolean;
}

/** Erases some rows of an account and returns how many; 0 if none are left. */
type Step = readonly [table: string, erase: (client: ClientBase, account: string) => Promise<number>];

/**
 * Erases the next rows of one table of a deactivated account. After the last table there is another round once nothing
 * can arrive any more, and further ones as long as they find anything.
 */
export async function eraseAccount(client: ClientBase, erasure: Erasure): Promise<Portion> {
  const { step = 0, round = 1, found = false } = erasure.position as Position;
  const steps = await listSteps(client);
  for (let next = step; next < steps.length; next++) {
    const [table, erase] = steps[next] as Step;
    const count = await erase(client, erasure.customer_id);
    if (count === 0) continue;
    const position: Position = { step: next, round, found: true };
    return { erased: { [table]: count }, position, dueAt: erasure.requested_at.getTime() };
  }
  const settled = erasure.requested_at.getTime() + round * SETTLE_MS;
  const isOver = round > 1 && !found;
  return { erased: {}, position: { round: round + 1, ...LOOKS_AGAIN }, dueAt: isOver ? null : settled };
}

async function listSteps(client: ClientBase): Promise<Step[]> {
  const tables = await listAccountTables(client);
  return [
    ...Object.entries(SHARED_QUEUES).map(([table, leave]): Step => [table, (db, id) => leave(db, id, ROWS)]),
    ['payment_deliveries', eraseDeliveries],
    ...tables.map((table): Step => [table, OWN_WAY[table] ?? eraseRows(table)]),
    ['payments', forgetPayments],
    ['auth_sessions', (client, id) => countOf(client, LEAVE_SESSIONS, id)],
    ['accounts', (client, id) => countOf(client, 'delete from accounts where id = $1', id)],
  ];
}

async function countOf(client: ClientBase, text: string, account: string): Promise<number> {
  return (await client.query(text, [account])).rowCount ?? 0;
}

/** Times that rows are looked for again that were changed while they were erased; the next round finds them anyway. */
const ATTEMPTS = 5;

/**
 * A row that another transaction changes is waited for, but has another place afterwards and is missed. So where nothing
 * was erased, there may still be rows.
 */
const eraseRows = (table: string) => async (client: ClientBase, account: string) => {
  const rows = `select ctid from ${table} where customer_id = $1 limit`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // The account is named twice, so that Citus sends it to that account's node.
    const erase = `delete from ${table} where customer_id = $1 and ctid = any(array(${rows} ${ROWS}))`;
    const count = await countOf(client, erase, account);
    if (count > 0 || (await countOf(client, `${rows} 1`, account)) === 0) return count;
  }
  return 0;
};

/**
 * They are dropped from the caches of the other instances as well: another account may take a slug immediately. Those on
 * a domain go with it.
 */
const ERASE_LINKS = `
  with erased as (
    delete from links where id in (select id from links where customer_id = $1 order by id limit ${ROWS})
    returning slug, domain_id
  )
  select case when domain_id is null
    then pg_notify('${CHANNEL}', json_build_object('kind', 'link', 'key', slug)::text) end
  from erased`;

/** Another account may prove a host immediately. */
const ERASE_DOMAINS = `
  with erased as (
    delete from domains where id in (select id from domains where customer_id = $1 order by id limit ${ROWS})
    returning host
  )
  select pg_notify('${CHANNEL}', json_build_object('kind', 'domain', 'host', host)::text) from erased`;

const OWN_WAY: Readonly<Record<string, Step[1]>> = {
  links: (client, account) => countOf(client, ERASE_LINKS, account),
  domains: (client, account) => countOf(client, ERASE_DOMAINS, account),
};

const ERASE_DELIVERIES = `
  delete from payment_deliveries where delivery_id in (
    select delivery_id from payment_webhooks join payment_deliveries on webhook_id = payment_webhooks.id
    where customer_id = $1 limit ${ROWS})`;

const eraseDeliveries = (client: ClientBase, account: string) => countOf(client, ERASE_DELIVERIES, account);

/** The devices, campaigns and counters that they referred to are gone. */
const FORGET_PAYMENTS = `
  update payments set service_click_id = null, gaid = null, android_id = null, user_id = null, device_id = null,
    matched_by = null, campaign_id = null, counted_day = null, counted_currency = null, counted_amount = null,
    counted_matched = null, counted_campaign_id = null, counted_link_id = null,
    ${listGroups((name) => `counted_${name} = null`)}, forgotten = true
  where customer_id = $1 and payment_event_id in (
    select payment_event_id from payments
    where customer_id = $1
      and (not forgotten or num_nonnulls(service_click_id, gaid, android_id, user_id, device_id, matched_by,
        campaign_id, counted_day) > 0)
    order by payment_event_id limit ${ROWS})`;

const forgetPayments = (client: ClientBase, account: string) => countOf(client, FORGET_PAYMENTS, account);

const LEAVE_SESSIONS = 'update auth_sessions set active_account_id = null where active_account_id = $1::text';
