import type { ClientBase, Pool } from 'pg';

export type Queryable = Pick<ClientBase | Pool, 'query'>;

/** A database that was on one server is asked again; it may be distributed while the service runs. In ms. */
const ASK_AGAIN_MS = 30_000;

const QUESTION = "select 1 from pg_extension where extname = 'citus'";

interface Known {
  readonly distributed: boolean;
  readonly askedAt: number;
}

const known = new Map<string, Known>();
const knownPools = new WeakMap<object, Known>();

/** Whether Citus may have spread the rows of accounts over nodes. What is known of a database is kept. */
export async function isDistributed(client: Queryable): Promise<boolean> {
  const name = nameOf(client);
  const before = name === undefined ? knownPools.get(client) : known.get(name);
  if (before?.distributed || (before && performance.now() < before.askedAt + ASK_AGAIN_MS))
    return before.distributed;
  const { rows } = await client.query(QUESTION);
  const now = { distributed: rows.length > 0, askedAt: performance.now() };
  if (name === undefined) knownPools.set(client, now);
  else known.set(name, now);
  return now.distributed;
}

/** Of a connection: the driver's types leave out on which server it is. */
function nameOf(client: Queryable): string | undefined {
  const { host, port, database } = client as { host?: string; port?: number; database?: string };
  return database === undefined ? undefined : `${host}:${port}/${database}`;
}
