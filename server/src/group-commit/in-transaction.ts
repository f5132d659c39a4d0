import { DatabaseError, type Pool, type PoolClient } from 'pg';

/**
 * Runs `work` in a transaction of its own and commits.
 *
 * Any failure, a lost answer to the commit included, is thrown; a connection whose state is not known is closed.
 */
export async function inTransaction<R>(pool: Pool, work: (client: PoolClient) => Promise<R>): Promise<R> {
  const client = await pool.connect();
  // A connection that dies while it is ours says so twice: to the query, and here. Unheard, it would end the process.
  const heard = () => {};
  client.on('error', heard);
  let usable = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    usable = true;
    return result;
  } catch (error) {
    // Only an answer of the server's tells that the connection still works; after a timeout it may never.
    if (error instanceof DatabaseError) usable = await rolledBack(client);
    throw error;
  } finally {
    client.off('error', heard);
    client.release(!usable);
  }
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}
