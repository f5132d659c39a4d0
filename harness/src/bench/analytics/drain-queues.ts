import { setTimeout as pause } from 'node:timers/promises';
import { processBatch } from '@tributary/server/attribution/work/attribution-worker';
import { processActivity } from '@tributary/server/counters/activity/activity-worker';
import { countEvents } from '@tributary/server/counters/events/count-events';
import { createLog } from '@tributary/server/platform/log';
import { type Client, Pool } from 'pg';

const ATTRIBUTION_WORKERS = 2;

const WAITING = `
  select exists (select from event_queue where due_at < now()) or exists (select from activity_queue where due_at < now())
    or exists (select from event_count_queue) or exists (select from click_count_queue) as waiting`;

/** Processes everything that is queued, as the service's own workers do, and alongside them. */
export async function drainQueues(client: Client, url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: ATTRIBUTION_WORKERS + 2 });
  const parts = { pool, log: createLog({ logLevel: 'warn' }), clock: Date.now };
  const bell = { subscribe: () => () => {} };
  try {
    const isWaiting = async () =>
      (await client.query<{ waiting: boolean }>(WAITING)).rows[0]?.waiting === true;
    while (await isWaiting()) {
      await Promise.all([
        ...Array.from({ length: ATTRIBUTION_WORKERS }, () =>
          untilNone(() => processBatch({ ...parts, bell })),
        ),
        untilNone(() => processActivity(parts)),
        untilNone(() => countEvents(pool)),
      ]);
      // The service's workers are processing what is left.
      await pause(100);
    }
  } finally {
    await pool.end();
  }
}

async function untilNone(work: () => Promise<number>): Promise<void> {
  while ((await work()) > 0);
}
