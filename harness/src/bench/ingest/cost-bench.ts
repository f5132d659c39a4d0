import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { type SeededApp, seedApps } from '../../backend/seed-apps.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../../backend/seedable-backend.ts';
import { defineCommand } from '../../command-line/command.ts';
import { printRow } from '../../command-line/print-figures.ts';
import { withPostgres } from '../../command-line/with-postgres.ts';
import { parentOf, readFamilyMicros } from '../../processes/process-usage.ts';
import { median } from '../median.ts';
import { prefillWal } from '../prefill-wal.ts';
import { measureService } from './measure-service.ts';

/** So many apps that none exceeds its requests a minute. */
const APPS = { accounts: 40, appsPerAccount: 50 };
const LOAD = { batch: 50, connections: 32 };
/** Batches before each measurement. */
const WARM_UP = 600;
const QUEUES = ['event_queue', 'event_count_queue', 'activity_queue', 'click_count_queue', 'credit_queue'];

/** CPU time for an event, in µs. */
interface Cost {
  readonly service: number;
  readonly postgres: number;
}

/** `npm run bench -- cost`; with `--help` it says what it does and takes. */
export const costBench = defineCommand({
  about: `Measures the CPU time that an event in batches of 50 costs the service and PostgreSQL, without and with the workers that attribute
and count it. A tenth of the events are attributed.`,
  options: {
    requests: { type: 'count', default: 1500, about: 'batches in each measurement' },
    rounds: { type: 'count', default: 3, about: 'how often each of the two is measured' },
  },
  run: ({ requests, rounds }) =>
    withPostgres(async ({ client, url }) => {
      const costs = { '0': [] as Cost[], '1': [] as Cost[] };
      // The tables exist once a service has started.
      await (await spawnSeedableBackend(url)).close();
      const apps = await seedApps(client, SEED_SECRETS, APPS);
      // Their nightly report is no part of an event's cost.
      await client.query('update apps set likeness_reported_at = now()');
      await prefillWal(client);
      for (let round = 0; round < rounds; round++) {
        for (const workers of round % 2 === 0 ? (['0', '1'] as const) : (['1', '0'] as const))
          costs[workers].push(await measureCost({ client, url, apps, requests, workers }));
      }
      const [without, all] = [typical(costs['0']), typical(costs['1'])];
      printCost('without workers', without);
      printCost('with workers, until nothing waits', all);
      printCost('attribution and counting', {
        service: all.service - without.service,
        postgres: all.postgres - without.postgres,
      });
    }),
});

interface Setting {
  readonly client: Client;
  readonly url: string;
  readonly apps: readonly SeededApp[];
  readonly requests: number;
  readonly workers: '0' | '1';
}

async function measureCost({ client, url, apps, requests, workers }: Setting): Promise<Cost> {
  await client.query(`truncate ${QUEUES.join(', ')}`);
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  const service = await spawnSeedableBackend(url, { WORKERS: workers });
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pids = { service: service.process.pid ?? 0, postgres: parentOf(rows[0]?.pid ?? 0) };
    // Cold code costs several times as much.
    await measureService(service, { apps, requests: WARM_UP, ...LOAD });
    if (workers === '1') await untilDone(client);
    const read = () => ({
      service: readFamilyMicros(pids.service),
      postgres: readFamilyMicros(pids.postgres),
    });
    const before = read();
    const { eventsPerSecond } = await measureService(service, { apps, requests, ...LOAD });
    if (workers === '1') await untilDone(client);
    const after = read();
    const events = requests * LOAD.batch;
    const cost = {
      service: (after.service - before.service) / events,
      postgres: (after.postgres - before.postgres) / events,
    };
    printCost(`  ${workers === '1' ? 'with' : 'without'}, ${Math.round(eventsPerSecond)} events/s`, cost);
    return cost;
  } finally {
    await service.close();
  }
}

async function untilDone(client: Client): Promise<void> {
  const some = QUEUES.map((queue) => `exists (select from ${queue})`).join(' or ');
  while ((await client.query<{ waiting: boolean }>(`select ${some} as waiting`)).rows[0]?.waiting)
    await pause(500);
}

function typical(costs: readonly Cost[]): Cost {
  return {
    service: median(costs, ({ service }) => service).service,
    postgres: median(costs, ({ postgres }) => postgres).postgres,
  };
}

function printCost(name: string, { service, postgres }: Cost): void {
  const [a, b, c] = [service, postgres, service + postgres].map((micros) => micros.toFixed(1));
  printRow(name, `${a} µs service + ${b} µs PostgreSQL = ${c} µs/event`);
}
