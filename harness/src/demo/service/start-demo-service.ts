import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { migrate } from '@tributary/db/migrate';
import type { RateLimit } from '@tributary/server/platform/limits/rate-limit';
import { createRateLimits, type RateLimits } from '@tributary/server/platform/limits/rate-limits';
import { createLog } from '@tributary/server/platform/log';
import { prepareClose } from '@tributary/server/platform/net/arrival/prepare-close';
import type { Services } from '@tributary/server/platform/services';
import { readConfig } from '@tributary/server/platform/settings/config';
import { createApp } from '@tributary/server/run/assembly/app';
import { createServices } from '@tributary/server/run/assembly/create-services';
import { startWorkers, type Workers } from '@tributary/server/run/assembly/workers';
import { createDemoClock, type DemoClock } from './demo-clock.ts';
import { openPort } from './open-port.ts';
import { startTemporaryDatabase, type TemporaryDatabase } from './temporary-database.ts';

/** How long closing one part may take, for example while the database does not answer. */
const GIVE_UP_MS = 10_000;

/** Carries the time at which a request of the story arrives, in Unix ms. */
const TIME_HEADER = 'x-demo-time';

/** The service on a temporary database, in this process and reached over HTTP. */
export interface DemoService {
  readonly origin: string;
  readonly anonKey: string;
  readonly services: Services;
  readonly clock: DemoClock;
  /** Sends a request over HTTP, which arrives at the clock's time. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Moves to the real time, and starts the workers. */
  goLive(): void;
  close(): Promise<void>;
}

interface DemoServiceParts {
  readonly port: number | undefined;
  /** Unix ms. */
  readonly startsAt: number;
  /** Called when another process stops the database. */
  readonly onStopRequested: () => void;
}

/** Starts the service at a time in the past. @throws ConfigError if the wanted port cannot be used. */
export async function startDemoService(parts: DemoServiceParts): Promise<DemoService> {
  const clock = createDemoClock(parts.startsAt);
  const front = await openFront(parts.port, clock);
  let database: TemporaryDatabase | undefined;
  let services: Services | undefined;
  let workers: Workers | undefined;
  const close = () =>
    closeAll([front.close, () => workers?.stop(), () => services?.close(), () => database?.close()]);
  try {
    database = await startTemporaryDatabase(parts.onStopRequested);
    const opened = await openServices(database, front.port, clock);
    services = opened;
    front.serve(createApp(opened).fetch);
    return {
      origin: front.origin,
      anonKey: opened.secrets.anonKey,
      services: opened,
      clock,
      request: (path, init = {}) => {
        const headers = { ...init.headers, [TIME_HEADER]: String(clock.now()) };
        return fetch(front.origin + path, { redirect: 'manual', ...init, headers });
      },
      goLive() {
        clock.goLive();
        workers = startWorkers(opened);
      },
      close,
    };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

/** Closes each part in turn, even if another cannot be closed. @throws the first failure, at the end. */
async function closeAll(steps: readonly (() => Promise<void> | undefined)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    const closed = (async () => step())().catch((error) => failures.push(error));
    await Promise.race([closed, delay(GIVE_UP_MS, undefined, { ref: false })]);
  }
  if (failures.length > 0) throw failures[0];
}

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/** Takes a port first, so that two demos never agree on one; it answers 503 until there is something to serve. */
async function openFront(wanted: number | undefined, clock: DemoClock) {
  let app: Fetch = () => new Response('{"error":"the demo is starting"}', { status: 503 });
  const answer = async (request: Request, env: unknown) => {
    const run = async () => app(request, env as HttpBindings);
    const at = clock.isLive() ? Number.NaN : Number(request.headers.get(TIME_HEADER) ?? Number.NaN);
    return Number.isNaN(at) ? run() : clock.at(at, run);
  };
  const server = createAdaptorServer({ fetch: answer }) as Server;
  const close = prepareClose(server);
  const port = await openPort(server, wanted);
  const serve = (fetch: Fetch) => {
    app = fetch;
  };
  return { port, origin: `http://127.0.0.1:${port}`, serve, close };
}

async function openServices(database: TemporaryDatabase, port: number, clock: DemoClock): Promise<Services> {
  const secret = () => randomBytes(32).toString('hex');
  const secrets = { serviceSecret: secret(), previousServiceSecret: undefined, anonKey: secret() };
  const config = readConfig({
    PORT: String(port),
    DATABASE_URL: database.url,
    DATA_DIR: database.dataDir,
    SERVICE_SECRET: secrets.serviceSecret,
    ANON_KEY: secrets.anonKey,
    // The phones of the story have addresses all over the world.
    TRUST_PROXY: '1',
    ALLOW_LOOPBACK_POSTBACKS: '1',
    LOG_LEVEL: 'error',
  });
  await migrate(database.url);
  const parts = { config, secrets, databaseUrl: database.url, log: createLog(config) };
  return createServices({ ...parts, clock: clock.now, limits: limitsOf(clock) });
}

/** An app's limits are per minute, and the story plays a day in about a second: they apply once time is real. */
function limitsOf(clock: DemoClock): RateLimits {
  const limits = createRateLimits();
  const whenLive = (limit: RateLimit): RateLimit => ({
    consume: async (key) => (clock.isLive() ? limit.consume(key) : undefined),
  });
  return {
    ...limits,
    ingestPerApp: whenLive(limits.ingestPerApp),
    ingestPerAddress: whenLive(limits.ingestPerAddress),
    paymentPerApp: whenLive(limits.paymentPerApp),
  };
}
