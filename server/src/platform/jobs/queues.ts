/** A table that workers process. */
export interface Queue {
  /** The table's name. */
  readonly name: string;
  /** What it contains, for display. */
  readonly holds: string;
  /** The columns that tell a row from the others, with their types. */
  readonly key: Readonly<Record<string, 'uuid' | 'text'>>;
  /** The indexed column with the time from which a row is due. */
  readonly dueAt: 'due_at' | 'queued_at';
  /** The time of a row that is parked, which never comes. */
  readonly parkedAt: typeof INFINITY | typeof END_OF_DATES;
  /** Reads its state as one row, at a cost that does not grow with the queue. */
  readonly statement: string;
}

/** The state of a queue. */
export interface QueueState {
  /** Rows that are due, counted up to MAX_COUNTED. */
  readonly depth: number;
  /** Rows deferred or scheduled for later, which go on by themselves; counted up to MAX_COUNTED. */
  readonly deferred: number;
  /** Rows that failed again and again and wait for a person, counted up to MAX_COUNTED. */
  readonly parked: number;
  /** How long the oldest row has been due; 0 if none is. */
  readonly oldestAgeSeconds: number;
}

const INFINITY = 'infinity';
/** Where rows are read as objects with dates, which know no infinity. */
const END_OF_DATES = '9999-12-31 00:00:00+00';

/** Counting stops here: the exact size of such a backlog does not matter. */
export const MAX_COUNTED = 100_000;

/** Every queue, by its table. */
export const QUEUES = {
  event_queue: queue(
    'event_queue',
    'due_at',
    { customer_id: 'uuid', app_id: 'uuid', event_id: 'text' },
    'events to attribute',
  ),
  activity_queue: queue('activity_queue', 'due_at', { batch_id: 'uuid' }, 'batches of activity to count'),
  click_count_queue: queue(
    'click_count_queue',
    'queued_at',
    { batch_id: 'uuid' },
    'batches of clicks to count',
  ),
  event_count_queue: queue(
    'event_count_queue',
    'queued_at',
    { batch_id: 'uuid' },
    'batches of events to count',
  ),
  fraud_reviews: queue(
    'fraud_reviews',
    'due_at',
    { customer_id: 'uuid', install_id: 'uuid' },
    'installs to review again',
  ),
  credit_queue: queue(
    'credit_queue',
    'due_at',
    { batch_id: 'uuid' },
    'batches of payments and purchases to credit',
  ),
  postback_queue: queue(
    'postback_queue',
    'due_at',
    { customer_id: 'uuid', postback_id: 'uuid' },
    'deliveries to ad networks',
  ),
  import_jobs: queue('import_jobs', 'due_at', { id: 'uuid' }, 'imports with rows to process', END_OF_DATES),
  erasures: queue(
    'erasures',
    'due_at',
    { receipt_id: 'uuid' },
    'devices and accounts to erase',
    END_OF_DATES,
  ),
} as const;

function queue(
  name: string,
  dueAt: Queue['dueAt'],
  key: Queue['key'],
  holds: string,
  parkedAt: Queue['parkedAt'] = INFINITY,
): Queue {
  const count = (condition: string) =>
    `(select count(*)::int from (select 1 from ${name} where ${condition} limit ${MAX_COUNTED}) counted)`;
  const statement = `
    select ${count(`${dueAt} <= now()`)} as depth,
      ${count(`${dueAt} > now() and ${dueAt} < '${parkedAt}'`)} as deferred,
      ${count(`${dueAt} >= '${parkedAt}'`)} as parked,
      (select coalesce(extract(epoch from now() - min(${dueAt})), 0)::float8
       from ${name} where ${dueAt} <= now()) as "oldestAgeSeconds"`;
  return { name, dueAt, parkedAt, key, holds, statement };
}
