import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabaseGate } from '../../testing/instances/database-gate.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { signUp } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { MAX_COUNTED, QUEUES } from '../jobs/queues.ts';
import { VERSION } from '../settings/version.ts';

const service = useService();

const QUEUE_NAMES = [
  'event_queue',
  'activity_queue',
  'click_count_queue',
  'event_count_queue',
  'fraud_reviews',
  'credit_queue',
  'postback_queue',
  'import_jobs',
  'erasures',
];

/** The samples of `/metrics` by name and labels, as printed. */
async function samplesOf({ request }: TestService): Promise<Map<string, number>> {
  const text = await (await request('/metrics')).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** Queues that have a depth now. */
const named = async () => queuesIn(await samplesOf(service), 'tributary_queue_depth');

/** Queues that have a value for that metric. */
function queuesIn(samples: Map<string, number>, metric: string): string[] {
  return QUEUE_NAMES.filter((queue) => samples.has(`${metric}{queue="${queue}"}`));
}

describe('metrics', () => {
  test('say what is running', async () => {
    const samples = await samplesOf(service);
    expect(samples.get(`tributary_build_info{version="${VERSION}",node="${process.versions.node}"}`)).toBe(1);
  });

  test('report on the process and Node.js under their standard names', async () => {
    const names = [...(await samplesOf(service)).keys()];
    expect(names).toContain('process_cpu_seconds_total');
    expect(names).toContain('nodejs_eventloop_lag_seconds');
    expect(names.filter((name) => /^tributary_(process|nodejs|http)_/.test(name))).toEqual([]);
  });

  test('measure a process once, however many services it starts', async () => {
    const names = ['nodejs_eventloop_lag_p99_seconds', 'nodejs_gc_duration_seconds'];
    const measuredFor = ({ services }: TestService) =>
      names.map((name) => services.metrics.registry.getSingleMetric(name));
    const other = await startTestService();
    try {
      expect(measuredFor(service)).toEqual(names.map(() => expect.anything()));
      expect(measuredFor(other).every((metric, n) => metric === measuredFor(service)[n])).toBe(true);
    } finally {
      await other.close();
    }
  });

  test('count the connections of each pool', async () => {
    const pools = ['auth', 'ingest', 'work', 'metrics', 'orm'];
    const of = (samples: Map<string, number>, pool: string, state: string) =>
      samples.get(`tributary_pool_connections{pool="${pool}",state="${state}"}`);
    const held = await Promise.all(Array.from({ length: 8 }, () => service.services.workPool.connect()));
    const waiting = service.services.workPool.query('select 1');
    const busy = await samplesOf(service);
    for (const client of held) client.release();
    await waiting;
    expect([of(busy, 'work', 'active'), of(busy, 'work', 'idle'), of(busy, 'work', 'waiting')]).toEqual([
      8, 0, 1,
    ]);
    const rested = await samplesOf(service);
    expect([of(rested, 'work', 'active'), of(rested, 'work', 'waiting')]).toEqual([0, 0]);
    for (const pool of pools) expect(of(rested, pool, 'idle')).toEqual(expect.any(Number));
  });
});

describe('metrics of the queues', () => {
  afterEach(() => service.services.workPool.query(`truncate ${QUEUE_NAMES.join(', ')}`));

  test('know every table that works like one', async () => {
    const { rows } = await service.services.workPool.query<{ name: string }>(
      `select distinct table_name as name from information_schema.columns
       where table_schema = 'public' and (table_name like '%queue' or column_name = 'due_at') order by name`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...QUEUE_NAMES].sort());
    expect(Object.keys(QUEUES)).toEqual(QUEUE_NAMES);
  });

  test('are 0 where nothing waits', async () => {
    const samples = await samplesOf(service);
    expect(samples.get('tributary_database_up')).toBe(1);
    for (const metric of ['depth', 'deferred', 'oldest_age_seconds']) {
      for (const queue of QUEUE_NAMES) {
        expect(samples.get(`tributary_queue_${metric}{queue="${queue}"}`)).toBe(0);
      }
    }
  });

  test.each([
    [
      'event_queue',
      `insert into event_queue (customer_id, app_id, event_id, event_type, due_at)
       select $1, $1, 'e' || at, 'install', at from unnest($2::timestamptz[]) at`,
    ],
    [
      'activity_queue',
      `insert into activity_queue (batch_id, due_at, customer_ids, app_ids)
       select gen_random_uuid(), at, array[$1::uuid], '{}' from unnest($2::timestamptz[]) at`,
    ],
    [
      'click_count_queue',
      `insert into click_count_queue (deltas, queued_at)
       select json_build_array($1::uuid), at from unnest($2::timestamptz[]) at`,
    ],
    [
      'event_count_queue',
      `insert into event_count_queue (deltas, queued_at)
       select json_build_array($1::uuid), at from unnest($2::timestamptz[]) at`,
    ],
    [
      'fraud_reviews',
      `insert into fraud_reviews (customer_id, install_id, due_at)
       select $1, gen_random_uuid(), at from unnest($2::timestamptz[]) at`,
    ],
  ])('report what is due in %s, since when, and what is deferred', async (queue, insert) => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
    const due = [ago(500), ago(90), ago(0)];
    const later = [ago(-3600), 'infinity'];
    await service.services.workPool.query(insert, [randomUUID(), [...due, ...later]]);
    const samples = await samplesOf(service);
    expect(samples.get(`tributary_queue_depth{queue="${queue}"}`)).toBe(3);
    expect(samples.get(`tributary_queue_deferred{queue="${queue}"}`)).toBe(1);
    expect(samples.get(`tributary_queue_parked{queue="${queue}"}`)).toBe(1);
    const age = samples.get(`tributary_queue_oldest_age_seconds{queue="${queue}"}`);
    expect(age).toBeGreaterThan(499);
    expect(age).toBeLessThan(560);
  });

  test.each([MAX_COUNTED - 1, MAX_COUNTED, MAX_COUNTED + 1])(
    'count %i rows no further than they have to',
    async (rows) => {
      await service.services.workPool.query(
        `insert into click_count_queue (deltas) select '[]' from generate_series(1, $1)`,
        [rows],
      );
      const samples = await samplesOf(service);
      expect(samples.get('tributary_queue_depth{queue="click_count_queue"}')).toBe(
        Math.min(rows, MAX_COUNTED),
      );
    },
  );

  test('report how long clicks have been waiting', async () => {
    await service.services.workPool.query(`insert into click_count_queue (deltas) values ('[]')`);
    const samples = await samplesOf(service);
    expect(samples.get('tributary_queue_oldest_age_seconds{queue="click_count_queue"}')).toBeGreaterThan(0);
  });

  test('are served while every work connection is taken', async () => {
    const held = await Promise.all(Array.from({ length: 8 }, () => service.services.workPool.connect()));
    try {
      // A machine with much else to do may not answer one of the questions in its time.
      await expect.poll(named).toEqual(QUEUE_NAMES);
    } finally {
      for (const client of held) client.release();
    }
  });

  test('leave out one that cannot be read now, and only that one', async () => {
    const client = await service.services.workPool.connect();
    await client.query('begin; lock table event_queue in access exclusive mode');
    const locked = await samplesOf(service);
    await client.query('rollback');
    client.release();
    const others = QUEUE_NAMES.filter((name) => name !== 'event_queue');
    expect(queuesIn(locked, 'tributary_queue_depth')).toEqual(others);
    expect(queuesIn(locked, 'tributary_queue_oldest_age_seconds')).toEqual(others);
    expect(locked.get('tributary_database_up')).toBe(1);
    // A question that waited for the lock may still be on its way out.
    await expect.poll(named).toEqual(QUEUE_NAMES);
  });
});

describe('metrics while the database', () => {
  const states = ['stall', 'shut'] as const;

  test.each(states)('answers nothing (%s) are given all the same', async (how) => {
    const database = await createTestDatabase();
    const gate = await openDatabaseGate(database.url);
    const cut = await startTestService({ databaseUrl: gate.url });
    await signUp(cut);
    expect((await samplesOf(cut)).get('tributary_database_up')).toBe(1);

    await gate[how]();
    // Several scrapes at once, twice: none of them delays another.
    for (let round = 0; round < 2; round++) {
      const asked = await Promise.all(Array.from({ length: 5 }, () => samplesOf(cut)));
      for (const samples of asked) {
        expect(samples.get('tributary_database_up')).toBe(0);
        expect(queuesIn(samples, 'tributary_queue_depth')).toEqual([]);
        expect(samples.get('process_cpu_seconds_total')).toBeGreaterThan(0);
      }
    }

    await (how === 'stall' ? gate.thaw() : gate.open());
    const back = await samplesOf(cut);
    expect(back.get('tributary_database_up')).toBe(1);
    expect(queuesIn(back, 'tributary_queue_depth')).toEqual(QUEUE_NAMES);
    await cut.close();
    await gate.shut();
    await database.drop();
  });
});
