import type { Pool, PoolClient } from 'pg';

/**
 * Sees to it that a pool replaces connections that are of no more use, whoever holds them.
 *
 * A connection that a query got no answer on in time (`query_timeout`) is closed at once: what the database sends later
 * would be taken for the answer to the next question. And one that has ended leaves the pool even where its holder
 * never gives it back: query builders do not when a rollback fails, which on such a connection it always does.
 */
export function replaceDeadConnections(pool: Pool): void {
  const held = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => held.add(client));
  pool.on('release', (_error, client) => held.delete(client));
  const takeBack = (client: PoolClient) => {
    if (!held.has(client)) return;
    client.release(true);
    // Its holder may yet give it back, which the pool takes for a mistake the second time.
    client.release = () => {};
  };
  pool.on('connect', (client) => {
    // A holder that still works gives it back by itself, in the same turn of the loop.
    client.on('end', () => setImmediate(takeBack, client));
    onReadTimeout(client, () => takeBack(client));
  });
}

/** Promised answers alone: who calls back is the pool, which looks after its own. */
function onReadTimeout(client: PoolClient, act: () => void): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const answer = ask(...args);
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === 'Query read timeout') act();
      });
    }
    return answer;
  }) as PoolClient['query'];
}
