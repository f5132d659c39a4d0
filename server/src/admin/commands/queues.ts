import type { AdminCommand } from '../command.ts';

interface QueueRow {
  event_type: string;
  waiting: string;
  failing: string;
  oldest_due: string | null;
}

/** What waits for the workers, and what they could not do. */
export const queues: AdminCommand = {
  args: [],
  help: 'shows how much waits for the workers, and what keeps failing',
  async run({ em, print }) {
    const rows = await em.execute<QueueRow[]>(
      `select event_type, count(*) as waiting, count(*) filter (where attempts > 0) as failing, min(due_at) as oldest_due
       from event_queue group by event_type order by event_type`,
    );
    if (rows.length === 0) print('nothing waits');
    for (const row of rows) {
      print(
        `${row.event_type}: ${row.waiting} waiting, ${row.failing} failing, oldest due ${row.oldest_due}`,
      );
    }
  },
};
