import { createServer, type Server } from 'node:net';
import { nodeUrl } from '@tributary/db/distribution/node-url';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { perTest } from '../../testing/per-suite.ts';
import { useService } from '../../testing/use-service.ts';
import { type AccountNodes, createAccountNodes } from './account-nodes.ts';

const service = useService();

/** Takes connections and never says anything, as a machine that hangs. */
const hung = perTest(
  () =>
    new Promise<Server>((resolve) => {
      const server = createServer(() => {}).listen(0, '127.0.0.1', () => resolve(server));
    }),
  async (server) => void server.close(),
);

/** Stands for the port of a database that may have none but a socket. */
const THERE = 5432;
const ACCOUNT = '11111111-1111-4111-8111-111111111111';
const portOf = (server: Server) => (server.address() as { port: number }).port;

/** A coordinator, as far as it is asked, of three nodes: one is there, one is not, and one hangs. */
const nodes = perTest<AccountNodes>(
  async () => {
    const ports = [THERE, 1, portOf(hung)];
    const rows = ports.map((port, n) => ({
      shard: String(n),
      host: '127.0.0.1',
      port,
      is_coordinator: false,
    }));
    return createAccountNodes({
      // The account is on the shard that is not there.
      pool: {
        query: async (_: unknown, values?: unknown[]) => ({
          rows: values ? [{ customer_id: ACCOUNT, shard: '1' }] : rows,
        }),
      } as unknown as Pool,
      openNode: (address) => {
        const { databaseUrl } = service;
        const connectionString = address.port === THERE ? databaseUrl : nodeUrl(databaseUrl, address);
        return new Pool({ connectionString, max: 1, connectionTimeoutMillis: 4000 }).on('error', () => {});
      },
    });
  },
  (opened) => opened.close(),
);

test('names the nodes that are not there or hang, however many ask at once', async () => {
  expect(await nodes.away()).toEqual([]);
  await expect.poll(() => nodes.isSpread()).toBe(true);
  const [one, other] = await Promise.all([nodes.away(), nodes.away()]);
  expect(one?.map((name) => Number(name.split(':').at(-1))).sort()).toEqual([1, portOf(hung)].sort());
  expect(other).toBe(one);
});

test('one that only works off queues learns of its own accord where accounts are', async () => {
  expect(await nodes.accountsAway([ACCOUNT])).toEqual(new Set());
  await expect.poll(() => nodes.accountsAway([ACCOUNT])).toEqual(new Set([ACCOUNT]));
});

test('on one server no account is away, and of shards nothing is asked', async () => {
  const asked: unknown[] = [];
  const query = async (...question: unknown[]) => {
    asked.push(question);
    return { rows: [] };
  };
  const alone = createAccountNodes({
    pool: { query } as unknown as Pool,
    openNode: () => {
      throw new Error('there is no node');
    },
  });
  for (let turn = 0; turn < 3; turn++) expect(await alone.accountsAway([ACCOUNT])).toEqual(new Set());
  await alone.close();
  // Once, whether it is distributed.
  expect(asked).toHaveLength(1);
});
