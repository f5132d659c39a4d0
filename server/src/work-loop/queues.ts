/** A table that workers work off. */
export interface Queue {
  /** The table's name. */
  readonly name: string;
  /** What waits in it, for people. */
  readonly holds: string;
  /** Reads its state: one row, at a cost that does not grow with the queue. */
  readonly statement: string;
}

/** What waits in a queue. */
export interface QueueState {
  /** Rows that are due, counted up to MAX_COUNTED. */
  readonly depth: number;
  /** Rows put off or meant for later, counted up to MAX_COUNTED. */
  readonly deferred: number;
  /** How long the oldest row has been due; 0 where none is. */
  readonly oldestAgeSeconds: number;
}

/** Whether there are more makes no difference to anybody: it is too many. */
export const MAX_COUNTED = 100_000;

/** Every queue there is. */
export const QUEUES: readonly Queue[] = [
  queue('event_queue', 'due_at', 'events to attribute'),
  queue('activity_queue', 'due_at', 'batches of activity to count'),
  queue('click_count_queue', 'queued_at', 'batches of clicks to count'),
  queue('fraud_reviews', 'due_at', 'installs to look at again'),
  queue('credit_queue', 'due_at', 'batches of payments and purchases to credit'),
  queue('erasures', 'due_at', 'devices and accounts to erase'),
];

/** @param dueAt the column, with an index, of the time from which a row waits. */
function queue(name: string, dueAt: string, holds: string): Queue {
  const count = (condition: string) =>
    `(select count(*)::int from (select 1 from ${name} where ${condition} limit ${MAX_COUNTED}) counted)`;
  const statement = `
    select ${count(`${dueAt} <= now()`)} as depth, ${count(`${dueAt} > now()`)} as deferred,
      (select coalesce(extract(epoch from now() - min(${dueAt})), 0)::float8
       from ${name} where ${dueAt} <= now()) as "oldestAgeSeconds"`;
  return { name, holds, statement };
}
