import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { attributionsOf, clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { EVENT_CLAIMS } from '../event-queue/event-queue.ts';
import { processBatch, startAttributionWorker } from './attribution-worker.ts';
import { processEvents } from './process-events.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

const installs = () => send(service, tenant, { event_type: 'install', android_id: randomUUID() });

async function totals(): Promise<Record<string, unknown>> {
  const { rows } = await service.services.workPool.query(
    `select coalesce(sum(installs), 0)::int as counted,
       (select count(*)::int from attributions where customer_id = $1) as attributions,
       (select count(*)::int from installs where customer_id = $1 and kind = 'install') as installs,
       (select count(*)::int from event_queue where customer_id = $1) as queued
     from install_counts where customer_id = $1`,
    [tenant.accountId],
  );
  return rows[0] as Record<string, unknown>;
}

test('decides each install once, with ten workers at once', async () => {
  const { referrer } = await clickLink(service, await createSlug(tenant));
  // Half of them come from the same few devices, which makes workers collide as often as possible.
  const networks = Array.from({ length: 10 }, freshAddress);
  const sent = Array.from({ length: 120 }, (_, i) => {
    const android_id = i % 2 === 0 ? `set-up-anew-${i % 10}` : randomUUID();
    const event = { event_type: 'install', referrer, android_id, installation_id: randomUUID() };
    return send(service, tenant, event, { 'x-forwarded-for': networks[i % 10] ?? '' });
  });
  await Promise.all(sent);
  const pool = new Pool({ connectionString: service.databaseUrl, max: 10 });
  const { bell, log, clock } = service.services;
  const workers = Array.from({ length: 10 }, () =>
    startAttributionWorker({ pool, bell, log, clock, batchSize: 7 }),
  );
  await expect.poll(totals).toMatchObject({ queued: 0 });
  await Promise.all(workers.map((worker) => worker.stop()));
  await pool.end();
  expect(await totals()).toEqual({ counted: 65, attributions: 120, installs: 65, queued: 0 });
}, 30_000);

test('defers an event that fails on its own, and decides the others', async () => {
  const good = await installs();
  const poison = await installs();
  const alsoGood = await installs();
  const { workPool } = service.services;
  await workPool.query(`update events set fingerprint_components = '{broken' where event_id = $1`, [poison]);
  const { bell, log, clock } = service.services;
  expect(await processBatch({ pool: workPool, bell, log, clock })).toBe(3);
  expect((await attributionsOf(service, tenant)).map((a) => a.event_id).sort()).toEqual(
    [good, alsoGood].sort(),
  );
  const { rows } = await workPool.query(
    'select event_id, attempts, last_error, due_at > now() as later from event_queue where customer_id = $1',
    [tenant.accountId],
  );
  expect(rows).toEqual([
    { event_id: poison, attempts: 1, last_error: expect.stringContaining('JSON'), later: true },
  ]);

  await workPool.query(`update events set fingerprint_components = null where event_id = $1`, [poison]);
  await workPool.query(`update event_queue set due_at = '-infinity' where event_id = $1`, [poison]);
  await processQueued(service);
  expect(await totals()).toMatchObject({ counted: 3, queued: 0 });
});

test('leaves an event alone after the eighth attempt', async () => {
  const poison = await installs();
  const { workPool, bell, log, clock } = service.services;
  await workPool.query(`update events set fingerprint_components = '{broken' where event_id = $1`, [poison]);
  for (let attempt = 0; attempt < 10; attempt++) {
    await workPool.query(
      `update event_queue set due_at = '-infinity' where event_id = $1 and due_at < 'infinity'`,
      [poison],
    );
    await processBatch({ pool: workPool, bell, log, clock });
  }
  const { rows } = await workPool.query('select attempts, due_at from event_queue where event_id = $1', [
    poison,
  ]);
  expect(rows).toEqual([{ attempts: 8, due_at: Number.POSITIVE_INFINITY }]);
});

test('leaves nothing behind when it dies between any two statements', async () => {
  const { referrer } = await clickLink(service, await createSlug(tenant));
  await send(service, tenant, { event_type: 'click', android_id: 'one', click_id: randomUUID() });
  await send(service, tenant, { event_type: 'install', android_id: 'one', referrer });
  await send(service, tenant, { event_type: 'install', android_id: 'one' });
  const before = await totals();
  for (let survives = 0; ; survives++) {
    const finished = await dieAfter(survives);
    if (finished) break;
    expect(await totals()).toEqual(before);
  }
  expect(await totals()).toEqual({ counted: 1, attributions: 2, installs: 1, queued: 0 });
  await processQueued(service);
  expect(await totals()).toEqual({ counted: 1, attributions: 2, installs: 1, queued: 0 });
});

/** Processes the queue on a connection that dies after so many statements; true if those were enough. */
async function dieAfter(statements: number): Promise<boolean> {
  const pool = new Pool({ connectionString: service.databaseUrl, max: 1 });
  const client = await pool.connect();
  client.on('error', () => {});
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  let left = statements;
  const query = client.query.bind(client);
  const dying = new Proxy(client, {
    get: (target, name) =>
      name === 'query'
        ? async (...args: Parameters<typeof query>) => {
            if (left-- === 0)
              await service.services.workPool.query('select pg_terminate_backend($1::int)', [rows[0]?.pid]);
            return Reflect.apply(query, client, args);
          }
        : Reflect.get(target, name),
  });
  try {
    await dying.query('begin');
    const claimed = await EVENT_CLAIMS.due(dying, service.services.clock(), 100);
    await processEvents(dying, claimed, service.services.clock());
    await dying.query('commit');
    return true;
  } catch {
    return false;
  } finally {
    client.release(true);
    await pool.end();
    await untilGone(rows[0]?.pid);
  }
}

/** A terminated connection releases its rows a moment later; until then the next claim would skip them. */
async function untilGone(pid: number | undefined): Promise<void> {
  const present = 'select from pg_stat_activity where pid = $1';
  await expect.poll(async () => (await service.services.workPool.query(present, [pid])).rowCount).toBe(0);
}

test('waits for a database that is away, and holds no attempt against the events', async () => {
  await installs();
  const { workPool, bell, log, clock } = service.services;
  const away = new Pool({ connectionString: service.databaseUrl, max: 1 });
  const connect = away.connect.bind(away);
  let broken = true;
  Object.assign(away, {
    connect: (...args: []) =>
      broken ? Promise.reject(new Error('Connection terminated')) : connect(...args),
    query: async (text: string) =>
      broken ? Promise.reject(new Error('Connection terminated')) : workPool.query(text),
  });
  await expect(processBatch({ pool: away, bell, log, clock })).rejects.toThrow('Connection terminated');
  broken = false;
  expect(await processBatch({ pool: away, bell, log, clock })).toBe(1);
  await away.end();
  expect(await totals()).toMatchObject({ counted: 1, queued: 0 });
});
