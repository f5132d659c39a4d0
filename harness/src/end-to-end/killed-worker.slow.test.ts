import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type SpawnedBackend, spawnBackend } from '../backend/spawned-backend.ts';
import { useDatabase } from './testing/use-database.ts';

const DEVICES = 3000;

const { database, client } = useDatabase();

const start = () => spawnBackend({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' });

/** Stores installs as ingest would: each device installs twice, and a third of the events name a click. */
async function queueInstalls(): Promise<void> {
  const [customerId, appId] = [randomUUID(), randomUUID()];
  const app = [customerId, appId];
  await client.query(
    `insert into clicks (customer_id, click_id, app_id, channel, source, clicked_at, recorded_at)
     select $1, gen_random_uuid(), $2, 'sms', 'link', now() - interval '1 hour', now() from generate_series(1, 100)`,
    app,
  );
  await client.query(
    `insert into events (customer_id, app_id, event_id, event_type, occurred_at, received_at, client_timestamp,
       sdk_version, android_id, click_id)
     select $1, $2, 'install-' || n, 'install', now(), now(), 0, 'test', 'device-' || n % $3::int,
       case when n % 3 = 0 then (select click_id from clicks offset n % 100 limit 1) end
     from generate_series(0, 2 * $3::int - 1) n`,
    [...app, DEVICES],
  );
  await client.query(
    `insert into event_queue (customer_id, app_id, event_id, event_type, due_at)
     select customer_id, app_id, event_id, event_type, received_at from events`,
  );
}

async function one<Row>(query: string): Promise<Row> {
  return (await client.query(query)).rows[0] as Row;
}

const decided = async () => (await one<{ n: number }>('select count(*)::int as n from attributions')).n;
const waiting = async () => (await one<{ n: number }>('select count(*)::int as n from event_queue')).n;

async function killOnceItDecides(backend: SpawnedBackend): Promise<void> {
  const before = await decided();
  while ((await decided()) === before && (await waiting()) > 0) await pause(1);
  backend.process.kill('SIGKILL');
  await once(backend.process, 'exit');
}

test('workers killed in the middle of their work leave every install attributed exactly once', async () => {
  await queueInstalls();
  for (let kill = 0; kill < 3; kill++) await killOnceItDecides(await start());
  const left = await waiting();
  expect(left).toBeGreaterThan(0);

  const pair = await Promise.all([start(), start()]);
  while ((await waiting()) > 0) await pause(20);
  await Promise.all(pair.map((backend) => backend.close()));

  expect(
    await one(
      `select count(*)::int as attributions, count(distinct install_id)::int as installs,
         count(distinct (app_id, device_id)) filter (where install_kind = 'install')::int as first_of_device,
         count(*) filter (where counted_day is not null)::int as counted
       from attributions`,
    ),
  ).toEqual({
    attributions: 2 * DEVICES,
    installs: 2 * DEVICES,
    first_of_device: DEVICES,
    counted: DEVICES,
  });
  expect(await one('select sum(installs)::int as counted from install_counts')).toEqual({ counted: DEVICES });
}, 120_000);
