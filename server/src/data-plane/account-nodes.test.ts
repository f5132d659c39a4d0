import { createServer, type Server } from 'node:net';
import { nodeUrl } from '@tributary/db/distribution/node-url';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { perTest } from '../testing/per-suite.ts';
import { useService } from '../testing/use-service.ts';
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
      pool: { query: async () => ({ rows }) } as unknown as Pool,
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
