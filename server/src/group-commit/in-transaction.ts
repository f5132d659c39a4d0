import { DatabaseError, type Pool, type PoolClient } from 'pg';

/**
 * Runs `work` in its own transaction and commits.
 *
 * Any failure is thrown, including a lost response to the commit; a connection in an unknown state is closed.
 */
export async function inTransaction<R>(pool: Pool, work: (client: PoolClient) => Promise<R>): Promise<R> {
  const client = await pool.connect();
  // A connection that dies while checked out reports it to the query and here. Without a listener it would end the
  // process.
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
    // Only a response from the server proves that the connection still works; after a timeout it may never respond
    // again.
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
