import type { Client } from 'pg';

const SEGMENTS = 64;

/**
 * Leaves PostgreSQL with log files to write over, as one has that has run for a while. A new one makes each of them as
 * it needs it, 16 MB of zeros and an fsync, and every commit waits for that: on a disk that is busy a tenth of a second
 * every few seconds, until the first checkpoint.
 */
export async function ageLog(client: Client): Promise<void> {
  for (let segment = 0; segment < SEGMENTS; segment++) {
    await client.query(`select pg_logical_emit_message(true, 'bench', '')`);
    await client.query('select pg_switch_wal()');
  }
  await client.query('checkpoint');
}
