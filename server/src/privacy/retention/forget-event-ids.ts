import type { ClientBase } from 'pg';
import { isDistributed } from '../../platform/store/is-distributed.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';

/** How long the id of an event whose row went is kept, in days: longer than any SDK keeps an event. */
const KEPT_DAYS = 400;

/** Looked up by their place: no index leads to a day, only to the pages that may hold it. */
const FORGET = `
  delete from forgotten_events
  where ctid = any(array(
    select ctid from forgotten_events where forgotten_on < $1::date limit $2))`;

/** Over many nodes there is no place of a row, but all nodes at once. */
const FORGET_ON_NODES = 'delete from forgotten_events where forgotten_on < $1::date';

/** Removes ids that were kept for long enough, in the caller's transaction. @param now Unix ms. @returns how many. */
export async function forgetEventIds(client: ClientBase, now: number, limit: number): Promise<number> {
  const day = new Date(now - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  if (await isDistributed(client)) return (await client.query(FORGET_ON_NODES, [day])).rowCount ?? 0;
  const values = [day, limit];
  return (await client.query({ name: 'forget-event-ids', text: FORGET, values })).rowCount ?? 0;
}
