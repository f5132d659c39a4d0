import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { createOwner, type Owner } from '../../backend/owner.ts';
import { type SeededApp, seedApps } from '../../backend/seed-apps.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../../backend/seedable-backend.ts';
import type { SpawnedBackend } from '../../backend/spawned-backend.ts';
import { defineCommand } from '../../command-line/command.ts';
import { formatNumber, printHeading, printRow } from '../../command-line/print-figures.ts';
import { withPostgres } from '../../command-line/with-postgres.ts';
import { watchMemory } from '../../processes/process-usage.ts';
import { LoadGenerator } from '../ingest/load-generator.ts';
import { median } from '../median.ts';
import { prefillWal } from '../prefill-wal.ts';
import { historyRows } from './history-rows.ts';
import { importByCommand } from './import-by-command.ts';
import { importUpload } from './import-upload.ts';

const UPLOAD_ROWS = 50_000;
/** Ingest without an import is measured for about this long. */
const BASELINE_MS = 8000;
const LOAD = { batch: 50, connections: 32 };
/** So many apps that none exceeds its requests a minute. */
const APPS = { accounts: 20, appsPerAccount: 50 };
/** Events are prepared for an import that takes this long. */
const MAX_SECONDS = 120;
const MB = 1_048_576;

/** `npm run bench -- import`; with `--help` it says what it does and takes. */
export const importBench = defineCommand({
  about: `Imports 50,000 rows alone and while batches of 50 events arrive, on a machine that also runs PostgreSQL and the load
generator.`,
  options: {
    'per-second': { type: 'count', default: 100, about: 'batches that arrive a second' },
    rounds: { type: 'count', default: 3, about: 'times that each is measured' },
    rows: {
      type: 'count',
      default: 0,
      about: 'also imports a history of so many rows by the admin command',
    },
  },
  run: ({ 'per-second': perSecond, rounds, rows }) =>
    withPostgres(async ({ client, url }) => {
      const service = await spawnSeedableBackend(url, {});
      try {
        await prefillWal(client);
        await measureUploads(service, client, { perSecond, rounds });
        if (rows > 0) await measureCommand(service, url, rows);
      } finally {
        await service.close();
      }
    }),
});

async function measureUploads(
  service: SpawnedBackend,
  client: Client,
  { perSecond, rounds }: { perSecond: number; rounds: number },
): Promise<void> {
  const owner = await createOwner(service);
  const file = [...historyRows(UPLOAD_ROWS)].join('');
  const pid = service.process.pid ?? 0;
  printHeading(`${formatNumber(UPLOAD_ROWS)} rows, ${(file.length / MB).toFixed(1)} MB`);
  const alone = watchMemory(pid);
  const seconds = await importUpload(service.origin, owner, await createApp(owner), file);
  printRow('alone', `${seconds.toFixed(1)} s  ${formatNumber(alone.stop() / MB)} MB`);

  const apps = await seedApps(client, SEED_SECRETS, APPS);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await ingestDuring(
      service,
      apps,
      perSecond,
      () => new Promise((done) => setTimeout(done, BASELINE_MS)),
    );
    let took = 0;
    let peak = 0;
    const during = await ingestDuring(service, apps, perSecond, async () => {
      const memory = watchMemory(pid);
      took = await importUpload(service.origin, owner, await createApp(owner), file).finally(() => {
        peak = memory.stop();
      });
    });
    const ratio = during / before;
    ratios.push(ratio);
    const rates = `${formatNumber(before)} events/s without, ${formatNumber(during)} with`;
    printRow(
      'while events are ingested',
      `${took.toFixed(1)} s  ${formatNumber(peak / MB)} MB  ${rates}: ${ratio.toFixed(2)}`,
    );
  }
  printRow('ingest keeps', median(ratios, (ratio) => ratio).toFixed(2));
}

async function createApp(owner: Owner): Promise<string> {
  const p_bundle_id = `com.example.a${randomBytes(4).toString('hex')}`;
  return owner.rpc<string>('create_app', { p_name: 'Imported', p_bundle_id });
}

/** @returns events a second that were accepted while `work` ran. */
async function ingestDuring(
  { origin }: SpawnedBackend,
  apps: readonly SeededApp[],
  perSecond: number,
  work: () => Promise<void>,
): Promise<number> {
  const load = new LoadGenerator();
  try {
    const requests = perSecond * MAX_SECONDS;
    await load.prepare({ apps, batch: LOAD.batch, requests, withIds: true });
    const target = {
      port: Number(new URL(origin).port),
      connections: LOAD.connections,
      warmUp: 0,
      perSecond,
    };
    const warm = Promise.withResolvers<void>();
    const result = load.run(target, warm.resolve);
    await warm.promise;
    await work();
    load.stop();
    const sent = await result;
    if (sent.accepted !== sent.events) throw new Error('events were not accepted');
    if (sent.requests >= requests) throw new Error('the load ended before the import did');
    return sent.events / sent.seconds;
  } finally {
    load.close();
  }
}

async function measureCommand(service: SpawnedBackend, url: string, rows: number): Promise<void> {
  const owner = await createOwner(service);
  printHeading(`${formatNumber(rows)} rows by the admin command`);
  const env = {
    DATABASE_URL: url,
    SERVICE_SECRET: SEED_SECRETS.serviceSecret,
    ANON_KEY: SEED_SECRETS.anonKey,
  };
  const { seconds, peaks } = await importByCommand(env, await createApp(owner), rows);
  const memory = peaks.map((peak) => formatNumber(peak / MB)).join('  ');
  printRow('imported', `${seconds.toFixed(1)} s  ${formatNumber(rows / seconds)} rows/s`);
  printRow('most memory by quarter', `${memory} MB`);
}
