import { parseArgs } from 'node:util';
import { startTestPostgres } from '@tributary/db/testing/start-test-postgres';
import { Client } from 'pg';
import { spawnBackend } from '../../backend/spawned-backend.ts';
import { type LoadShape, type Measurement, measureService } from './measure-service.ts';
import { preloadEvents } from './preload-events.ts';
import { measureBareRoute, measureRawInsert } from './references.ts';
import { seedApps } from './seed-apps.ts';

const SECRETS = {
  serviceSecret: 'a-service-secret-that-only-benches-use',
  previousServiceSecret: undefined,
  anonKey: 'an-anon-key-that-only-the-benches-ever-use',
};

/** Requests an app may get a minute, with room to spare for the stages that share a minute. */
const APPS = { accounts: 40, appsPerAccount: 50 };
const CONNECTIONS = 32;
/** As many single events under way make up for their size. */
const SINGLE_CONNECTIONS = 128;
/** As the service's writer has them. */
const WRITER = { connections: 3, perStatement: 500 };

/**
 * `npm run bench -- ingest [--preload 5000000] [--scale 1]`: how fast the service takes events on this machine, load
 * generator and PostgreSQL included, beside what PostgreSQL and the HTTP layer can do alone.
 */
export async function runIngestBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      preload: { type: 'string', default: '5000000' },
      scale: { type: 'string', default: '1' },
    },
  });
  const postgres = await startTestPostgres({ durable: true });
  try {
    const bench = await openBench(postgres.url, Number(values.scale));
    try {
      await bench.compare('an empty table');
      if (Number(values.preload) > 0) {
        await bench.preload(Number(values.preload));
        await bench.compare(`${Number(values.preload).toLocaleString('en')} events stored`);
      }
    } finally {
      await bench.close();
    }
  } finally {
    await postgres.stop();
  }
}

async function openBench(url: string, scale: number) {
  const service = await spawnBackend({
    DATABASE_URL: url,
    SERVICE_SECRET: SECRETS.serviceSecret,
    ANON_KEY: SECRETS.anonKey,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    WORKERS: '0',
    // As `npm start` has it.
    NODE_OPTIONS: '--max-semi-space-size=32 --max-old-space-size=2000',
  });
  const client = new Client({ connectionString: url });
  await client.connect();
  const apps = await seedApps(client, SECRETS, APPS);
  const shape = (batch: number, requests: number, more: Partial<LoadShape> = {}): LoadShape => ({
    apps,
    batch,
    requests: Math.round(requests * scale),
    connections: CONNECTIONS,
    ...more,
  });

  async function compare(title: string): Promise<void> {
    heading(title);
    const raw = () => measureRawInsert({ url, apps, events: Math.round(300_000 * scale), ...WRITER });
    const rawBefore = await raw();
    const full = await measureService(service, shape(50, 8000));
    const rawAfter = await raw();
    const rawRate = (rawBefore + rawAfter) / 2;
    row(
      'raw insert, the same statement',
      `${rate(rawRate)} events/s (${rate(rawBefore)}, ${rate(rawAfter)})`,
    );
    measured('batches of 50', full);
    row('  of raw', ratio(full.eventsPerSecond, rawRate));
    const half = full.requestsPerSecond / 2;
    measured(
      'batches of 50 at half that rate',
      await measureService(service, shape(50, 4000, { perSecond: half })),
    );
    const noIds = await measureService(service, shape(50, 8000, { withIds: false }));
    measured('batches of 50 without device-days', noIds);
    row('  with device-days, of without', ratio(full.eventsPerSecond, noIds.eventsPerSecond));
    measured('batches of 10', await measureService(service, shape(10, 20_000)));
    const single = await measureService(service, shape(1, 60_000, { connections: SINGLE_CONNECTIONS }));
    measured('single events', single);
    const bare = await measureBareRoute(
      shape(1, 60_000, { withIds: false, connections: SINGLE_CONNECTIONS }),
    );
    measured('bare Hono route, single events', bare);
    row('  single events, of bare route', ratio(single.requestsPerSecond, bare.requestsPerSecond));
  }

  return {
    compare,
    preload: (events: number) => preloadEvents(client, apps, events),
    async close() {
      await client.end();
      await service.close();
    },
  };
}

function heading(title: string): void {
  console.log(`\n${title}`);
}

function row(name: string, text: string): void {
  console.log(`  ${name.padEnd(36)} ${text}`);
}

function measured(name: string, m: Measurement): void {
  row(
    name,
    `${rate(m.eventsPerSecond)} events/s  ${rate(m.requestsPerSecond)} requests/s  ` +
      `p50 ${m.p50.toFixed(1)} p95 ${m.p95.toFixed(1)} p99 ${m.p99.toFixed(1)} ms  ` +
      `${m.serverMicrosPerEvent.toFixed(1)} µs/event  ${Math.round(m.peakMemoryBytes / 1_048_576)} MB`,
  );
}

function rate(perSecond: number): string {
  return Math.round(perSecond).toLocaleString('en');
}

function ratio(a: number, b: number): string {
  return (a / b).toFixed(2);
}
