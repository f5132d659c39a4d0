import { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { loseCommitAnswers } from '../testing/lose-commit-answers.ts';
import { storableEvent, storableEvents, testApp } from '../testing/storable-events.ts';
import { useEventWriters } from '../testing/use-event-writers.ts';

const { database, reader, openWriter, poolOf, stored } = useEventWriters();

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
    const writer = openWriter({ settings: { maxItems: 30, fullAt: 10 }, pool: { statement_timeout: 1000 } });
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
    const pool = poolOf(writer);
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
  // Over nodes it is committed in two steps, of which the connection is lost after the first.
  await expect.poll(() => stored(app)).toBe(1);
  expect(await openWriter().store([event])).toEqual(['deduplicated']);
  await close();
});
