import { NOTICE_LOST_MACHINE } from '@tributary/db/notice-lost-machine';
import { Pool } from 'pg';

/**
 * Lends connections to a command and closes them when it ends.
 *
 * @param max how many connections it may have at once.
 */
export async function withPool<Result>(
  databaseUrl: string,
  max: number,
  use: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'tributary-admin',
    max,
    ...NOTICE_LOST_MACHINE,
  });
  // A lost connection also fails its statement, or the next one, which reports it.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}
