import { createTestDatabase } from '@tributary/db/testing/test-database';
import { Pool, type PoolConfig } from 'pg';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import type { GroupCommitSettings } from '../../group-commit/group-commit.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { loseCommitAnswers } from '../testing/lose-commit-answers.ts';
import { storableEvent, storableEvents, type TestApp, testApp } from '../testing/storable-events.ts';
import { createEventWriter, type EventWriter } from './event-writer.ts';

const log = pino({ level: 'silent' });
const database = perSuite(createTestDatabase, ({ drop }) => drop());
const reader = perSuite(
  async () => new Pool({ connectionString: database.url, max: 2 }).on('error', () => {}),
  (pool) => pool.end(),
);
const opened: { writer: EventWriter; pool: Pool }[] = [];

interface WriterOptions {
  settings?: Partial<GroupCommitSettings>;
  pool?: PoolConfig;
  onQueued?: () => void;
}

function openWriter({ settings, pool: poolConfig, onQueued = () => {} }: WriterOptions = {}): EventWriter {
  const pool = new Pool({ connectionString: database.url, max: 4, ...poolConfig });
  pool.on('error', () => {});
  const writer = createEventWriter({ pool, log, clock: Date.now, onQueued, ...(settings && { settings }) });
  opened.push({ writer, pool });
  return writer;
}

afterEach(async () => {
  for (const { writer, pool } of opened.splice(0)) {
    await writer.close();
    await pool.end();
  }
});

async function numberOf(sql: string, ...values: unknown[]): Promise<number> {
  const { rows } = await reader.query<{ n: number }>(`select (${sql})::int as n`, values);
  return rows[0]?.n ?? 0;
}

const stored = (app: TestApp) => numberOf('select count(*) from events where app_id = $1', app.appId);
const used = (app: TestApp) =>
  numberOf('select coalesce(sum(used), 0) from usage_months where customer_id = $1', app.customerId);

describe('an event is', () => {
  test('accepted once, and deduplicated from then on, by any writer', async () => {
    const app = testApp();
    const event = storableEvent(app);
    expect(await openWriter().store([event])).toEqual(['accepted']);
    expect(await openWriter().store([event])).toEqual(['deduplicated']);
    expect([await stored(app), await used(app)]).toEqual([1, 1]);
  });

  test('accepted the first time in one submission, deduplicated the second', async () => {
    const app = testApp();
    const first = storableEvent(app, { event_id: 'the-same-id', user_id: 'first' });
    const second = storableEvent(app, { event_id: 'the-same-id', user_id: 'second' });
    expect(await openWriter().store([first, second, storableEvent(app)])).toEqual([
      'accepted',
      'deduplicated',
      'accepted',
    ]);
    const { rows } = await reader.query('select user_id from events where event_id = $1', ['the-same-id']);
    expect(rows).toEqual([{ user_id: 'first' }]);
  });

  test('accepted for one of two requests in one commit, whichever came first', async () => {
    const writer = openWriter();
    const event = storableEvent(testApp());
    const outcomes = await Promise.all([writer.store([event]), writer.store([event])]);
    expect(outcomes).toEqual([['accepted'], ['deduplicated']]);
  });

  test('separate for each app that uses its id', async () => {
    const apps = [testApp(), testApp()];
    const events = apps.map((app) => storableEvent(app, { event_id: 'shared-by-apps' }));
    expect(await openWriter().store(events)).toEqual(['accepted', 'accepted']);
  });

  test('recorded on its day, and queued if attribution processes it', async () => {
    const app = testApp();
    let rings = 0;
    const writer = openWriter({ onQueued: () => rings++ });
    await writer.store([storableEvent(app, { android_id: 'a1', event_type: 'open' })]);
    expect(rings).toBe(0);
    await writer.store([
      storableEvent(app, { android_id: 'a1', event_type: 'install', event_id: 'install-1' }),
      storableEvent(app, { android_id: 'a2', event_type: 'purchase', event_id: 'purchase-1' }),
      storableEvent(app, { event_type: 'custom' }),
    ]);
    expect(rings).toBe(1);
    const queue = await reader.query(
      'select event_id, event_type, attempts from event_queue where app_id = $1 order by event_id',
      [app.appId],
    );
    expect(queue.rows).toEqual([
      { event_id: 'install-1', event_type: 'install', attempts: 0 },
      { event_id: 'purchase-1', event_type: 'purchase', attempts: 0 },
    ]);
    expect(await numberOf('select count(*) from device_days where app_id = $1', app.appId)).toBe(2);
  });
});

describe('the monthly allowance', () => {
  test('accepts the first to arrive, up to the allowance', async () => {
    const app = testApp(3);
    const outcomes = await openWriter().store(storableEvents(app, 5));
    expect(outcomes).toEqual(['accepted', 'accepted', 'accepted', 'over_quota', 'over_quota']);
    expect([await stored(app), await used(app)]).toEqual([3, 3]);
  });

  test('stores nothing of what exceeds it', async () => {
    const app = testApp(1);
    const install = { event_type: 'install' as const };
    await openWriter().store([
      storableEvent(app, { ...install, android_id: 'kept' }),
      storableEvent(app, { ...install, android_id: 'refused' }),
    ]);
    expect(await numberOf('select count(*) from event_queue where app_id = $1', app.appId)).toBe(1);
    expect(await numberOf('select count(*) from device_days where app_id = $1', app.appId)).toBe(1);
  });

  test.each([
    ['the writer that saw it end', (writer: EventWriter) => writer],
    ['a writer that knows nothing yet', () => openWriter()],
  ])('used up, duplicates are still distinguished from new events by %s', async (_name, choose) => {
    const app = testApp(2);
    const writer = openWriter();
    const events = storableEvents(app, 2);
    await writer.store(events);
    const outcomes = await choose(writer).store([...events, storableEvent(app)]);
    expect(outcomes).toEqual(['deduplicated', 'deduplicated', 'over_quota']);
    expect([await stored(app), await used(app)]).toEqual([2, 2]);
  });

  test('is not used by duplicates', async () => {
    const app = testApp(3);
    const writer = openWriter();
    const events = storableEvents(app, 2);
    await writer.store(events);
    await writer.store(events);
    expect(await writer.store(storableEvents(app, 2))).toEqual(['accepted', 'over_quota']);
  });

  test('is renewed in the next month', async () => {
    const app = testApp(1);
    const writer = openWriter();
    const march = Date.UTC(2026, 3, 1) - 1;
    expect(await writer.store([storableEvent(app, {}, march), storableEvent(app, {}, march)])).toEqual([
      'accepted',
      'over_quota',
    ]);
    expect(await writer.store([storableEvent(app, {}, march + 1)])).toEqual(['accepted']);
  });

  test('grows with the plan at once, and shrinks without forgetting what was used', async () => {
    const app = testApp(2);
    const writer = openWriter();
    await writer.store(storableEvents(app, 3));
    expect(await writer.store(storableEvents({ ...app, monthlyLimit: 4 }, 1))).toEqual(['accepted']);
    expect(await writer.store(storableEvents({ ...app, monthlyLimit: 1 }, 1))).toEqual(['over_quota']);
    expect(await used(app)).toBe(3);
    expect(await writer.store(storableEvents({ ...app, monthlyLimit: 4 }, 2))).toEqual([
      'accepted',
      'over_quota',
    ]);
  });

  test('is exact when two writers share it, duplicates among the events', async () => {
    const apps = [testApp(137), testApp(61)];
    const writers = [openWriter({ settings: { fullAt: 40 } }), openWriter({ settings: { fullAt: 40 } })];
    const events = apps.flatMap((app) => storableEvents(app, 200));
    const requests = Array.from({ length: 60 }, (_, at) =>
      Array.from({ length: 10 }, (_, i) => events[(at * 7 + i * 31) % 400]),
    );
    const outcomes = await Promise.all(
      requests.map(
        (request, at) => writers[at % 2]?.store(request.filter((event) => event !== undefined)) ?? [],
      ),
    );
    expect(outcomes.flat().filter((outcome) => outcome === 'accepted')).toHaveLength(137 + 61);
    expect(await Promise.all(apps.map(stored))).toEqual([137, 61]);
    expect(await Promise.all(apps.map(used))).toEqual([137, 61]);
  });
});

describe('among concurrent writers', () => {
  test('events with many duplicates over shared accounts are each stored once, without a deadlock', async () => {
    const apps = Array.from({ length: 6 }, () => testApp());
    const writers = [1, 2, 3].map(() => openWriter({ settings: { fullAt: 60, lingerMs: 1 } }));
    const sent = new Map<string, number>();
    const events = apps.flatMap((app) => storableEvents(app, 250));
    const pick = () => events[Math.floor(Math.random() * events.length)];
    const before = await numberOf(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    await Promise.all(
      Array.from({ length: 24 }, async (_, client) => {
        for (let i = 0; i < 12; i++) {
          const request = Array.from({ length: 20 }, pick).filter((event) => event !== undefined);
          const outcomes = (await writers[client % 3]?.store(request)) ?? [];
          request.forEach((event, at) => {
            if (outcomes[at] === 'accepted') sent.set(event.eventId, (sent.get(event.eventId) ?? 0) + 1);
          });
        }
      }),
    );
    expect(new Set(sent.values())).toEqual(new Set([1]));
    const counts = await Promise.all(apps.map(stored));
    expect(counts.reduce((sum, count) => sum + count)).toBe(sent.size);
    expect(await Promise.all(apps.map(used))).toEqual(counts);
    expect(await numberOf('select deadlocks from pg_stat_database where datname = current_database()')).toBe(
      before,
    );
  });
});

describe('an event that the database refuses', () => {
  test('fails alone, whatever else is in the commit', async () => {
    const app = testApp();
    const writer = openWriter();
    const bad = { ...storableEvent(app), row: storableEvent(app).row.replace('}', ',"revenue":"much"}') };
    const good = storableEvents(app, 6);
    const outcomes = await Promise.all([
      writer.store(good.slice(0, 3)),
      writer.store([bad]),
      writer.store([...good.slice(3), ...good.slice(0, 1)]),
    ]);
    expect(outcomes).toEqual([
      ['accepted', 'accepted', 'accepted'],
      ['unstorable'],
      ['accepted', 'accepted', 'accepted', 'deduplicated'],
    ]);
    expect([await stored(app), await used(app)]).toEqual([6, 6]);
  });
});

describe('while the database', () => {
  const unavailable = { code: 'OVERLOADED', status: 503, retryAfter: 1 };

  test('accepts no connections, events are refused; when it does again, they are accepted', async () => {
    const name = new URL(database.url).pathname.slice(1);
    const app = testApp();
    const writer = openWriter();
    await writer.store([storableEvent(app)]);
    const admin = new Pool({ connectionString: database.url.replace(`/${name}`, '/postgres'), max: 1 });
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [name]);
    const event = storableEvent(app);
    await expect(writer.store([event])).rejects.toMatchObject(unavailable);
    await expect(writer.store([event])).rejects.toMatchObject(unavailable);
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
    expect(await writer.store([event])).toEqual(['accepted']);
  });

  test('hangs, events beyond the queue’s capacity are refused at once and the rest after the time limit', async () => {
    const app = testApp();
    const writer = openWriter({ settings: { maxItems: 30, fullAt: 10 }, pool: { statement_timeout: 300 } });
    const blocker = await reader.connect();
    await blocker.query('begin; lock table events in access exclusive mode');
    const hanging = [1, 2, 3].map(() => writer.store(storableEvents(app, 10)).catch((error) => error));
    await expect(writer.store(storableEvents(app, 1))).rejects.toMatchObject(unavailable);
    for (const answer of await Promise.all(hanging)) expect(answer).toMatchObject(unavailable);
    await blocker.query('rollback');
    blocker.release();
    expect(writer.held()).toBe(0);
    expect(await writer.store(storableEvents(app, 1))).toEqual(['accepted']);
  });

  test('has no free connection, events are refused, and accepted when it has one', async () => {
    const app = testApp();
    const writer = openWriter({ pool: { max: 1 } });
    const pool = opened.at(-1)?.pool;
    const taken = await pool?.connect();
    if (pool) pool.options.connectionTimeoutMillis = 200;
    await expect(writer.store(storableEvents(app, 1))).rejects.toMatchObject(unavailable);
    taken?.release();
    expect(await writer.store(storableEvents(app, 1))).toEqual(['accepted']);
  });
});

test('an event whose commit was not answered is not accepted, and is a duplicate when sent again', async () => {
  const app = testApp();
  const { port, close } = await loseCommitAnswers(database.url);
  const { username, password, pathname } = new URL(database.url);
  const lossy = `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`;
  const event = storableEvent(app);
  await expect(openWriter({ pool: { connectionString: lossy } }).store([event])).rejects.toMatchObject({
    status: 503,
  });
  expect(await stored(app)).toBe(1);
  expect(await openWriter().store([event])).toEqual(['deduplicated']);
  await close();
});

test('closing commits what is held', async () => {
  const app = testApp();
  const writer = openWriter();
  const answers = [writer.store(storableEvents(app, 3)), writer.store(storableEvents(app, 2))];
  await writer.close();
  expect(await stored(app)).toBe(5);
  expect((await Promise.all(answers)).flat()).toEqual(Array(5).fill('accepted'));
});
