import type { Pool, PoolClient } from 'pg';

/**
 * Makes a pool replace dead connections, even those in use.
 *
 * A connection on which a query timed out (`query_timeout`) is closed at once: a late result would be mistaken for that
 * of the next query. A connection that has ended leaves the pool even if its holder never releases it. Query builders
 * do not if a rollback fails, and on such a connection it always fails.
 */
export function replaceDeadConnections(pool: Pool): void {
  const held = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => held.add(client));
  pool.on('release', (_error, client) => held.delete(client));
  const takeBack = (client: PoolClient) => {
    if (!held.has(client)) return;
    client.release(true);
    // Its holder may still release it, and releasing a connection twice is an error.
    client.release = () => {};
  };
  pool.on('connect', (client) => {
    // A holder that handles the error releases it in the same turn of the event loop.
    client.on('end', () => setImmediate(takeBack, client));
    onReadTimeout(client, () => takeBack(client));
  });
}

/** Watches only queries that return promises: those with callbacks are the pool's own, and it handles their errors. */
function onReadTimeout(client: PoolClient, act: () => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const result = query(...args);
    if (result instanceof Promise) {
      result.catch((error: Error) => {
        // The driver gives this error no code, and no class of its own.
        if (error.message === 'Query read timeout') act();
      });
    }
    return result;
  }) as PoolClient['query'];
}
