import type { Client } from 'pg';

const SEGMENTS = 64;

/**
 * Gives PostgreSQL WAL segments to recycle, as a server has that has been running for a while. A new server creates
 * each segment when it needs it (16 MB of zeros and an fsync) while every commit waits: on a busy disk a tenth of a
 * second every few seconds, until the first checkpoint.
 */
export async function prefillWal(client: Client): Promise<void> {
  for (let segment = 0; segment < SEGMENTS; segment++) {
    await client.query(`select pg_logical_emit_message(true, 'bench', '')`);
    await client.query('select pg_switch_wal()');
  }
  await client.query('checkpoint');
}
