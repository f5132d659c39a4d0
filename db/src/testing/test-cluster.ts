import { connect } from '../connect.ts';
import { nodeUrl } from '../distribution/node-url.ts';
import { asAdmin } from './as-admin.ts';
import { withDatabase } from './with-database.ts';

/** A node of a Citus cluster, as its coordinator reaches it. */
interface Node {
  readonly host: string;
  readonly port: number;
  readonly group: number;
}

const NODES = `
  select nodename as host, nodeport as port, groupid as "group" from pg_dist_node
  where noderole = 'primary' order by groupid`;

/** Of a database of a test each account's rows are in one of so many shards. */
const SHARDS = 4;

/**
 * The nodes that a database is made on: of a Citus coordinator all, it first; of any other server none.
 *
 * @throws if the server has loaded Citus, but its database knows no node: tests would pass without it.
 */
async function nodesOf(adminUrl: string): Promise<readonly Node[]> {
  const client = await connect(adminUrl);
  try {
    const { rows } = await client.query<{ loaded: boolean; created: boolean }>(
      `select current_setting('shared_preload_libraries') ~ '\\mcitus\\M' as loaded,
              to_regclass('pg_dist_node') is not null as created`,
    );
    if (rows[0]?.loaded !== true) return [];
    const nodes = rows[0].created ? (await client.query<Node>(NODES)).rows : [];
    if (nodes[0]?.group !== 0) {
      throw new Error(
        'The server at TEST_DATABASE_URL has loaded Citus, but its database knows no coordinator: ' +
          'create extension citus, and call citus_set_coordinator_host and citus_add_node.',
      );
    }
    return nodes;
  } finally {
    await client.end();
  }
}

/** @throws if the server is not the coordinator of a cluster. */
export async function requireNodes(adminUrl: string): Promise<void> {
  if ((await nodesOf(adminUrl)).length === 0) throw new Error('The server has not loaded Citus.');
}

/** The URL of a database on each node of a cluster, or on the one server that there is. */
export async function urlsOnNodes(adminUrl: string): Promise<string[]> {
  const [, ...workers] = await nodesOf(adminUrl);
  return [adminUrl, ...workers.map((node) => nodeUrl(adminUrl, node))];
}

/** Makes a new database of a cluster one that Citus distributes, on all of its nodes. */
export async function joinNodes(adminUrl: string, name: string): Promise<void> {
  const [coordinator, ...workers] = await nodesOf(adminUrl);
  if (coordinator === undefined) return;
  const urls = [adminUrl, ...workers.map((node) => nodeUrl(adminUrl, node))];
  for (const url of urls) await query(withDatabase(url, name), 'create extension citus');
  const own = withDatabase(adminUrl, name);
  await query(own, 'select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port]);
  for (const { host, port } of workers) await query(own, 'select citus_add_node($1, $2)', [host, port]);
  if (workers.length === 0) {
    await query(own, "select citus_set_node_property($1, $2, 'shouldhaveshards', true)", [
      coordinator.host,
      coordinator.port,
    ]);
  }
  await query(own, `alter database ${name} set citus.shard_count = ${SHARDS}`);
}

const query = (url: string, text: string, values: unknown[] = []) =>
  asAdmin(url, (client) => client.query(text, values));
