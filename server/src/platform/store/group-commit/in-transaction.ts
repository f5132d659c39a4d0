import { DatabaseError, type Pool, type PoolClient } from 'pg';

/**
 * Begins a transaction whose statements look rows up one by one, by indexes: the plan of a named statement is kept, and one
 * that was made for a table of a few rows would read the table whole when it has millions.
 */
export const BEGIN_BY_INDEX = `
  begin; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off;
  set local enable_material = off`;

/**
 * Runs `work` in its own transaction and commits.
 *
 * Any failure is thrown, including a lost response to the commit; a connection in an unknown state is closed.
 *
 * @param begin how it begins, with settings that hold for it.
 */
export async function inTransaction<R>(
  pool: Pool,
  work: (client: PoolClient) => Promise<R>,
  begin = 'begin',
): Promise<R> {
  const client = await pool.connect();
  // A connection that dies while checked out reports it to the query and here. Without a listener it would end the
  // process.
  const heard = () => {};
  client.on('error', heard);
  let usable = false;
  try {
    await client.query(begin);
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
