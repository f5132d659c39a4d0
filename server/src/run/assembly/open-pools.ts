import { nodeUrl } from '@tributary/db/distribution/node-url';
import { NOTICE_LOST_MACHINE } from '@tributary/db/notice-lost-machine';
import { replaceDeadConnections } from '@tributary/db/replace-dead-connections';
import { Pool, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { DATABASE_MAX_WAIT_MS } from '../../platform/metrics/database-reader.ts';
import {
  type AccountNodes,
  createAccountNodes,
  type NodeAddress,
} from '../../platform/store/account-nodes.ts';
import { STORING } from '../../platform/store/changes/left-behind.ts';

/**
 * Time limits of a statement that a request waits for, in ms: in the database, and until its response arrives, which
 * from a hung machine never does.
 */
export const REQUEST_LIMITS = { statement_timeout: 8000, query_timeout: 10_000 };

const METRICS_TIMEOUTS: PoolConfig = {
  connectionTimeoutMillis: DATABASE_MAX_WAIT_MS,
  statement_timeout: DATABASE_MAX_WAIT_MS,
  query_timeout: DATABASE_MAX_WAIT_MS,
};

/** Below this, what waits for one connection while it holds another could wait for itself. */
const FEWEST = 3;

/**
 * How many connections each of several processes may open. Together they may open more than one alone, but not as many
 * times more as there are processes: the database has no more cores than before.
 *
 * @param max what a process alone may open.
 */
export function shareOfConnections(max: number, processes: number): number {
  return processes === 1 ? max : Math.max(FEWEST, Math.ceil((2 * max) / (processes + 1)));
}

/** Opens the connections of the process, a pool for each use, so that no use takes those of another. */
export function openPools(databaseUrl: string, log: Logger, processes: number) {
  const share = (max: number) => shareOfConnections(max, processes);
  return {
    auth: openPool(databaseUrl, 'auth', share(4), log, REQUEST_LIMITS),
    ingest: openIngestPool(databaseUrl, log, processes),
    work: openPool(databaseUrl, 'work', share(8), log, REQUEST_LIMITS),
    background: openPool(databaseUrl, 'background', share(6), log),
    postbacks: openPool(databaseUrl, 'postbacks', share(4), log),
    metrics: openPool(databaseUrl, 'metrics', 2, log, METRICS_TIMEOUTS),
  };
}

const openIngestPool = (url: string, log: Logger, processes: number) =>
  openPool(url, 'ingest', shareOfConnections(6, processes), log, {
    ...REQUEST_LIMITS,
    application_name: STORING,
  });

/**
 * Where accounts are, with connections to each node of Citus for what is stored there.
 *
 * @param pool to the coordinator, or to the one server.
 */
export function openNodes(databaseUrl: string, pool: Pool, log: Logger, processes: number): AccountNodes {
  const share = shareOfConnections(8, processes);
  const openNode = (address: NodeAddress) =>
    openPool(nodeUrl(databaseUrl, address), 'node', share, log, REQUEST_LIMITS);
  return createAccountNodes({ pool, openNode });
}

function openPool(databaseUrl: string, use: string, max: number, log: Logger, limits: PoolConfig = {}): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: `tributary-${use}`,
    max,
    connectionTimeoutMillis: 5000,
    ...NOTICE_LOST_MACHINE,
    ...limits,
  });
  // A lost connection is replaced at the next use. It emits an error itself while checked out, and through the pool
  // while idle; either event would end the process without a listener.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (err) => log.warn({ err, pool: use }, 'database connection lost'));
  replaceDeadConnections(pool);
  return pool;
}
