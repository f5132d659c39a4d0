import type { Pool, PoolClient } from 'pg';

/** A pool whose connections are cut once the rows of a batch are stored and before their progress is. */
export function cutBeforeProgress(pool: Pool): Pool {
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect();
    const { query, release } = client;
    return Object.assign(client, {
      query: (given: { name?: string }, ...rest: unknown[]) =>
        given.name === 'advance-import'
          ? Promise.reject(new Error('cut'))
          : Reflect.apply(query, client, [given, ...rest]),
      release: (broken: boolean) => {
        Object.assign(client, { query, release });
        release.call(client, broken);
      },
    });
  };
  return { connect } as Pool;
}
