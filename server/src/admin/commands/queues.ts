import type { AdminCommand } from '../command.ts';

interface QueueRow {
  queue: string;
  waiting: string;
  /** Null where the queue does not say. */
  failing: string | null;
  oldest_due: string | null;
}

const READ = `
  select 'attribution of ' || event_type as queue, count(*) as waiting,
    count(*) filter (where attempts > 0) as failing, min(due_at) as oldest_due
  from event_queue group by event_type
  union all
  select 'batches of activity', count(*), null, min(due_at) from activity_queue
  union all
  select 'commits of clicks', count(*), null, null from click_count_queue
  union all
  select 'batches of revenue to credit', count(*), null, min(due_at) from credit_queue
  union all
  select 'fraud reviews', count(*), null, min(due_at) from fraud_reviews
  order by queue`;

/** What waits for the workers, and what they could not do. */
export const queues: AdminCommand = {
  args: [],
  help: 'shows how much waits for the workers, and what keeps failing',
  async run({ em, print }) {
    const rows = await em.execute<QueueRow[]>(READ);
    const filled = rows.filter(({ waiting }) => Number(waiting) > 0);
    if (filled.length === 0) print('nothing waits');
    for (const { queue, waiting, failing, oldest_due } of filled) {
      const parts = [`${waiting} waiting`];
      if (failing !== null) parts.push(`${failing} failing`);
      if (oldest_due !== null) parts.push(`oldest due ${oldest_due}`);
      print(`${queue}: ${parts.join(', ')}`);
    }
  },
};
