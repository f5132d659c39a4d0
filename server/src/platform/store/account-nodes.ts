import type { Pool } from 'pg';
import { findAway } from './find-away.ts';
import { isDistributed } from './is-distributed.ts';

/** Shards may be moved from one node to another; in ms. A statement that goes to the node before is only slower. */
const READ_AGAIN_MS = 30_000;
/** Accounts whose shard is remembered. */
const MOST_ACCOUNTS = 100_000;

/** A node of Citus, as its coordinator reaches it. */
export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

interface Placement extends NodeAddress {
  readonly shard: string;
  readonly is_coordinator: boolean;
}

/** All tables are split alike, so that one tells of all. */
const PLACEMENTS = `
  select shardid::text as shard, nodename as host, nodeport as port, groupid = 0 as is_coordinator
  from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
  where logicalrelid = 'events'::regclass and noderole = 'primary'`;

const SHARDS = `
  select id as customer_id, get_shard_id_for_distribution_column('events', id)::text as shard
  from unnest($1::uuid[]) as account (id)`;

interface OfAccount {
  readonly customerId: string;
}

/** Where the rows of each account are: on one server all are in one place. */
export interface AccountNodes {
  /** Whether there is more than one place, as far as is known. */
  isSpread(): boolean;
  /** The same items, by connections to the node that has their accounts. */
  group<T extends OfAccount>(items: readonly T[]): Promise<Map<Pool, T[]>>;
  /** The nodes that do not answer within 2 s, as `host:port`, beside the coordinator. Calls at once share one question. */
  away(): Promise<string[]>;
  /** Those of the accounts whose node does not answer within 2 s. */
  accountsAway(customerIds: readonly string[]): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

declare module '../services.ts' {
  interface Services {
    readonly nodes: AccountNodes;
  }
}

interface NodesParts {
  /** Connections to the server, of Citus to the coordinator. */
  readonly pool: Pool;
  readonly openNode: (address: NodeAddress) => Pool;
  /** Ms. */
  readonly clock?: () => number;
}

/**
 * Finds nodes by what the coordinator says of them, read now and then. While it does not answer, what it said last holds:
 * any node takes any statement, and only asks another where it has not the rows itself.
 */
export function createAccountNodes({
  pool,
  openNode,
  clock = () => performance.now(),
}: NodesParts): AccountNodes {
  const pools = new Map<string, Pool>();
  const shardOf = new Map<string, string>();
  let placed: Map<string, Pool> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let asking: Promise<string[]> | undefined;

  const poolOf = ({ host, port, is_coordinator }: Placement): Pool => {
    if (is_coordinator) return pool;
    const name = `${host}:${port}`;
    const opened = pools.get(name) ?? openNode({ host, port });
    pools.set(name, opened);
    return opened;
  };

  async function read(): Promise<void> {
    if (!(await isDistributed(pool))) return;
    const { rows } = await pool.query<Placement>(PLACEMENTS);
    const nodes = new Map(rows.map((placement) => [placement.shard, poolOf(placement)]));
    // Shards that are split get new names.
    if ([...nodes.keys()].some((shard) => !placed?.has(shard))) shardOf.clear();
    placed = nodes.size > 0 ? nodes : undefined;
  }

  /** Nothing waits for it: until it is known, all goes to the one server or the coordinator. */
  function readSometimes(): void {
    if (clock() < readAt + READ_AGAIN_MS) return;
    reading ??= read()
      .catch(() => {})
      .finally(() => {
        readAt = clock();
        reading = undefined;
      });
  }

  async function group<T extends OfAccount>(items: readonly T[]): Promise<Map<Pool, T[]>> {
    const unknown = items.map(({ customerId }) => customerId).filter((id) => !shardOf.has(id));
    // Of accounts that could not be looked up the coordinator knows better, if it is there.
    await learnShards(pool, shardOf, [...new Set(unknown)]).catch(() => {});
    return Map.groupBy(items, ({ customerId }) => placed?.get(shardOf.get(customerId) ?? '') ?? pool);
  }

  return {
    isSpread() {
      readSometimes();
      return placed !== undefined;
    },
    group,
    away() {
      readSometimes();
      const named = [...pools].map(([name, node]) => [node, name] as const);
      asking ??= findAway(named).finally(() => {
        asking = undefined;
      });
      return asking;
    },
    async accountsAway(customerIds) {
      readSometimes();
      if (placed === undefined) return new Set();
      const nodes = await group([...new Set(customerIds)].map((customerId) => ({ customerId })));
      nodes.delete(pool);
      return new Set((await findAway(nodes)).flat().map(({ customerId }) => customerId));
    },
    async close() {
      await reading;
      await Promise.all([...pools.values()].map((opened) => opened.end()));
    },
  };
}

/** Looks up the shards of accounts, and notes them. */
async function learnShards(
  pool: Pool,
  shardOf: Map<string, string>,
  accounts: readonly string[],
): Promise<void> {
  if (accounts.length === 0) return;
  if (shardOf.size > MOST_ACCOUNTS) shardOf.clear();
  const { rows } = await pool.query<{ customer_id: string; shard: string }>(SHARDS, [accounts]);
  for (const { customer_id, shard } of rows) shardOf.set(customer_id, shard);
}
