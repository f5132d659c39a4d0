import { setTimeout as pause } from 'node:timers/promises';
import type { Asker } from './statement-queue.ts';

/** The name of the connections by which events are stored. */
export const STORING = 'tributary-ingest';

/** Those that wait for a lock are active too. */
const COUNT = `
  select count(*)::int as busy from pg_stat_activity
  where datname = current_database() and application_name = $1 and state = 'active' and xact_start < $2`;
const PAUSE_MS = 50;

/** The database's time, for `untilNothingIsLeftBehind`. */
export async function readDatabaseTime(by: Asker): Promise<Date> {
  const { rows } = await by.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now ?? new Date(0);
}

/**
 * Waits until nothing is being stored that began before that time. What an instance was storing when it was killed, the database
 * stores without it. Over several nodes, only what goes through the coordinator is seen.
 *
 * @returns whether there is nothing; false after the longest wait.
 */
export async function untilNothingIsLeftBehind(by: Asker, since: Date, maxMs: number): Promise<boolean> {
  const deadline = performance.now() + maxMs;
  for (;;) {
    const { rows } = await by.query<{ busy: number }>(COUNT, [STORING, since]);
    if (rows[0]?.busy === 0) return true;
    if (performance.now() > deadline) return false;
    await pause(PAUSE_MS);
  }
}
