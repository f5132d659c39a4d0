/** A table that workers process. */
export interface Queue {
  /** The table's name. */
  readonly name: string;
  /** What it contains, for display. */
  readonly holds: string;
  /** Reads its state as one row, at a cost that does not grow with the queue. */
  readonly statement: string;
}

/** The state of a queue. */
export interface QueueState {
  /** Rows that are due, counted up to MAX_COUNTED. */
  readonly depth: number;
  /** Rows deferred or scheduled for later, counted up to MAX_COUNTED. */
  readonly deferred: number;
  /** How long the oldest row has been due; 0 if none is. */
  readonly oldestAgeSeconds: number;
}

/** Counting stops here: the exact size of such a backlog does not matter. */
export const MAX_COUNTED = 100_000;

/** Every queue. */
export const QUEUES: readonly Queue[] = [
  queue('event_queue', 'due_at', 'events to attribute'),
  queue('activity_queue', 'due_at', 'batches of activity to count'),
  queue('click_count_queue', 'queued_at', 'batches of clicks to count'),
  queue('event_count_queue', 'queued_at', 'batches of events to count'),
  queue('fraud_reviews', 'due_at', 'installs to review again'),
  queue('credit_queue', 'due_at', 'batches of payments and purchases to credit'),
  queue('postback_queue', 'due_at', 'deliveries to ad networks'),
  queue('import_jobs', 'due_at', 'imports with rows to process'),
  queue('erasures', 'due_at', 'devices and accounts to erase'),
];

/** @param dueAt the indexed column with the time from which a row is due. */
function queue(name: string, dueAt: string, holds: string): Queue {
  const count = (condition: string) =>
    `(select count(*)::int from (select 1 from ${name} where ${condition} limit ${MAX_COUNTED}) counted)`;
  const statement = `
    select ${count(`${dueAt} <= now()`)} as depth, ${count(`${dueAt} > now()`)} as deferred,
      (select coalesce(extract(epoch from now() - min(${dueAt})), 0)::float8
       from ${name} where ${dueAt} <= now()) as "oldestAgeSeconds"`;
  return { name, holds, statement };
}
