import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

const READ = `
  select count(*) filter (where attempts = 0)::int as waiting, count(*) filter (where attempts > 0)::int as failed
  from event_queue`;
const MAX_WAIT_MS = 120_000;

/** Waits until attribution has processed every event, and counts those that failed and were deferred. */
export async function countUnattributed(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const until = Date.now() + MAX_WAIT_MS; ; await pause(100)) {
      const { rows } = await client.query<{ waiting: number; failed: number }>(READ);
      const { waiting = 0, failed = 0 } = rows[0] ?? {};
      if (waiting === 0) return failed;
      if (Date.now() > until) return waiting + failed;
    }
  } finally {
    await client.end();
  }
}
