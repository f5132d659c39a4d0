import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { QueueState } from '../jobs/queues.ts';
import { createDatabaseReader } from './database-reader.ts';

const QUEUE_GAUGES = [
  ['tributary_queue_depth', 'depth', 'Rows that are due and waiting for a worker'],
  ['tributary_queue_deferred', 'deferred', 'Rows deferred or scheduled for later, which go on by themselves'],
  ['tributary_queue_parked', 'parked', 'Rows that failed again and again and wait for a person'],
  ['tributary_queue_oldest_age_seconds', 'oldestAgeSeconds', 'How long the oldest waiting row has been due'],
] as const satisfies [string, keyof QueueState, string][];

/**
 * Adds gauges of the database, its queues and its connection pools, read whenever the metrics are scraped.
 *
 * @param pools by name; `metrics` is the one used for reading.
 */
export function addDatabaseGauges(
  registry: Registry,
  pools: Readonly<Record<string, Pool>> & { readonly metrics: Pool },
  ormPool: Pool,
): void {
  addPoolGauge(registry, { ...pools, orm: ormPool });
  const read = createDatabaseReader(pools.metrics);
  new Gauge({
    name: 'tributary_database_up',
    help: 'Whether the database answers within a second: 1 or 0',
    aggregator: 'min',
    registers: [registry],
    async collect() {
      this.set((await read()).up ? 1 : 0);
    },
  });
  for (const [name, field, help] of QUEUE_GAUGES) {
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      // Every process reads the same rows.
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const { queues } = await read();
        // A queue that could not be read has no value: its last one would look current.
        this.reset();
        for (const [queue, state] of queues) this.set({ queue }, state[field]);
      },
    });
  }
}

function addPoolGauge(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  new Gauge({
    name: 'tributary_pool_connections',
    help: 'Connections to the database by pool and state; waiting: callers waiting for a connection',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'active' }, totalCount - idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}
