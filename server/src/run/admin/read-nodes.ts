import { DISTRIBUTED_TABLES } from '@tributary/db/distribution/distributed-tables';
import type { ClientBase } from 'pg';
import { describeBytes } from './describe-bytes.ts';

/** A node of Citus, and what it has of the distributed tables. */
export interface CitusNode {
  readonly name: string;
  readonly active: boolean;
  readonly has_shards: boolean;
  readonly shards: number;
  readonly bytes: number;
}

/** `citus_shards` asks every node for its sizes. */
const NODES = `
  select nodes.nodename || ':' || nodes.nodeport as name, isactive as active, shouldhaveshards as has_shards,
    count(shards.shardid)::int as shards, coalesce(sum(shards.shard_size), 0)::float8 as bytes
  from pg_dist_node nodes
  left join citus_shards shards on shards.nodename = nodes.nodename and shards.nodeport = nodes.nodeport
    and shards.citus_table_type = 'distributed'
  where noderole = 'primary'
  group by 1, 2, 3
  order by 1`;

const UNDISTRIBUTED = `
  select name from unnest($1::text[]) as wanted (name)
  where not exists (
    select from pg_dist_partition where logicalrelid = to_regclass(name) and partmethod = 'h')`;

/** The nodes that Citus knows. @throws if one of them does not answer */
export async function readNodes(client: ClientBase): Promise<CitusNode[]> {
  return (await client.query<CitusNode>(NODES)).rows;
}

/** Those tables that are still on the coordinator alone. */
export async function findUndistributed(client: ClientBase): Promise<string[]> {
  return (await client.query<{ name: string }>(UNDISTRIBUTED, [DISTRIBUTED_TABLES])).rows.map(
    ({ name }) => name,
  );
}

/** A line for each node. */
export function describeNodes(nodes: readonly CitusNode[]): string[] {
  return nodes.map(({ name, has_shards, shards, bytes }) =>
    has_shards ? `node ${name}: ${shards} shards, ${describeBytes(bytes)}` : `node ${name}: no shards`,
  );
}

/** Below this, nodes differ by what a few accounts happen to have. */
const ENOUGH_BYTES = 1_000_000_000;

/** What is wrong with how data is spread. */
export function findImbalance(nodes: readonly CitusNode[]): string[] {
  const inactive = nodes.filter(({ active }) => !active).map(({ name }) => `node ${name} is disabled`);
  const sizes = nodes.filter(({ has_shards }) => has_shards).map(({ bytes }) => bytes);
  const [most, least] = [Math.max(...sizes), Math.min(...sizes)];
  if (sizes.length < 2 || most < ENOUGH_BYTES || most <= least * 2) return inactive;
  const spread = `one node has ${describeBytes(most)} and another ${describeBytes(least)}`;
  return [...inactive, `${spread}: select citus_rebalance_start() spreads them evenly`];
}
