import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { migrate } from '@tributary/db/migrate';
import { startTestPostgres } from '@tributary/db/testing/start-test-postgres';
import { listen } from '@tributary/server/http/listen';
import { startFakeNetwork } from '@tributary/server/postbacks/testing/fake-network';
import { startTestService, TEST_ANON_KEY } from '@tributary/server/testing/test-service';
import { PASSWORD } from '@tributary/server/testing/test-tenant';
import { startWorkers } from '@tributary/server/workers';
import { createWorldClock } from '../world/play/world-clock.ts';
import { planMonth } from './plan-month.ts';
import { playMonth } from './play-month.ts';
import { formatSummary } from './print-summary.ts';
import { type Shop, setUpShop } from './set-up-shop.ts';

const DAY = 86_400_000;
const HOST = '127.0.0.1';

export interface DemoOptions {
  readonly port: number;
  readonly people: number;
  readonly days: number;
  readonly onDay: (day: number) => void;
}

/** A service with a month of a shop's app in it. */
export interface Demo {
  readonly origin: string;
  readonly anonKey: string;
  readonly email: string;
  readonly password: string;
  readonly shop: Shop;
  /** The reports as text. */
  readonly summary: string;
  /** Postbacks that the fake ad network has received. */
  readonly postbacks: number;
  /** Stops everything and removes the database. */
  close(): Promise<void>;
}

/**
 * Starts the service on a temporary database, whose clock begins days ago and is right at the end, plays those days and
 * leaves it running.
 */
export async function runDemo({ port, people, days, onDay }: DemoOptions): Promise<Demo> {
  const postgres = await startTestPostgres();
  const network = await startFakeNetwork();
  await migrate(postgres.url);
  const startsAt = Date.now() - days * DAY;
  const played = createWorldClock(startsAt);
  let isOver = false;
  const service = await startTestService({
    databaseUrl: postgres.url,
    clock: () => (isOver ? Date.now() : played.now()),
    realPasswords: true,
    env: {
      ...{ HOST, PORT: String(port), LOG_LEVEL: 'error', ALLOW_LOOPBACK_POSTBACKS: '1' },
      SERVICE_SECRET: randomBytes(32).toString('hex'),
    },
  });
  const dates = Array.from({ length: days }, (_, day) =>
    new Date(startsAt + day * DAY).toISOString().slice(0, 10),
  );
  const shop = await setUpShop(service, network.origin, dates);
  const shares = shop.campaigns.map(({ share }) => share);
  await playMonth({
    ...{ service, shop, clock: played, startsAt, days, onDay },
    people: planMonth(1, people, days, shares),
  });
  isOver = true;
  const workers = startWorkers(service.services);
  const server = createAdaptorServer({ fetch: service.app.fetch }) as Server;
  await listen(server, { host: HOST, port });
  const { owner } = shop.tenant;
  return {
    origin: `http://${HOST}:${port}`,
    ...{ anonKey: TEST_ANON_KEY, email: owner.email, password: PASSWORD, shop },
    summary: await formatSummary(owner),
    postbacks: network.calls.length,
    async close() {
      server.closeAllConnections();
      server.close();
      await workers.stop();
      await service.close();
      await network.close();
      await postgres.stop();
    },
  };
}
