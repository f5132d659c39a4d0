import { setTimeout as pause } from 'node:timers/promises';
import { createKeyring } from '@tributary/server/platform/auth/secrets/keyring';
import { signedEvent } from '@tributary/server/testing/signed-event';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { runAdminCommand, startAdminCommand } from '../backend/run-admin-command.ts';
import { type SeededApp, seedApps } from '../backend/seed-apps.ts';
import { type SpawnedBackend, spawnBackend } from '../backend/spawned-backend.ts';
import { useDatabase } from './testing/use-database.ts';

const OLD = 'the-service-secret-before-the-rotation-0123456789';
const NEW = 'the-service-secret-after-the-rotation-0123456789';
const ANON_KEY = 'an-anon-key-that-only-this-test-ever-uses';
const APPS = 170;
/** Where the rotation is held up: in the middle of its third portion. */
const HELD = 120;

const { database, client } = useDatabase();
const servers: SpawnedBackend[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const env = (SERVICE_SECRET: string, SERVICE_SECRET_PREVIOUS = '') => ({
  DATABASE_URL: database.url,
  ANON_KEY,
  SERVICE_SECRET,
  SERVICE_SECRET_PREVIOUS,
});

async function start(...secrets: [current: string, previous?: string]): Promise<SpawnedBackend> {
  const server = await spawnBackend({ ...env(...secrets), LOG_LEVEL: 'fatal' });
  servers.push(server);
  return server;
}

/** How many of the apps' events an instance accepts, one of each. */
async function countAccepted({ origin }: SpawnedBackend, apps: readonly SeededApp[]): Promise<number> {
  let accepted = 0;
  for (let from = 0; from < apps.length; from += 50) {
    const events = apps
      .slice(from, from + 50)
      .map(({ customerId, appId, secret }) =>
        signedEvent({ accountId: customerId, appId, sdkSecret: secret }),
      );
    const response = await fetch(`${origin}/v1/ingest`, { method: 'POST', body: JSON.stringify({ events }) });
    const { results } = (await response.json()) as { results: { status: string }[] };
    accepted += results.filter(({ status }) => status === 'accepted').length;
  }
  return accepted;
}

async function countSealedUnder(serviceSecret: string): Promise<number> {
  const { sealsBeginWith } = createKeyring({ serviceSecret, previousServiceSecret: undefined });
  const watcher = new Client({ connectionString: database.url });
  await watcher.connect();
  const { rows } = await watcher
    .query<{ n: number }>('select count(*)::int as n from apps where starts_with(signing_secret, $1)', [
      sealsBeginWith,
    ])
    .finally(() => watcher.end());
  return rows[0]?.n ?? 0;
}

async function untilSealed(count: number): Promise<void> {
  while ((await countSealedUnder(NEW)) < count) await pause(20);
}

test('a rotation that is killed in the middle is run again, while instances go on verifying', async () => {
  const secrets = { serviceSecret: OLD, previousServiceSecret: undefined, anonKey: ANON_KEY };
  const apps = await seedApps(client, secrets, { accounts: 1, appsPerAccount: APPS });
  // The two states that instances are in while they are restarted one after the other.
  const both = [await start(OLD, NEW), await start(NEW, OLD)];
  const everywhere = () => Promise.all(both.map((server) => countAccepted(server, apps)));

  await client.query('begin');
  await client.query(
    `select id from apps where id = (select id from apps order by id offset ${HELD} limit 1) for update`,
  );
  const killed = startAdminCommand(env(NEW, OLD), ['rotate-secret']);
  const over = killed.ended.then((end) => {
    throw new Error(`it ended before it was killed: ${JSON.stringify(end)}`);
  });
  await Promise.race([over, untilSealed(100)]);
  over.catch(() => {});
  expect(await everywhere()).toEqual([APPS, APPS]);
  killed.child.kill('SIGKILL');
  expect(await killed.ended).toMatchObject({ code: null, out: '' });
  // Ends the statement that it was killed in as well: it must not commit later.
  await client.query(`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and application_name = 'tributary-admin'`);
  await client.query('rollback');
  expect([await countSealedUnder(OLD), await countSealedUnder(NEW)]).toEqual([APPS - 100, 100]);
  expect(await everywhere()).toEqual([APPS, APPS]);

  const again = await runAdminCommand(env(NEW, OLD), ['rotate-secret']);
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(again.out).toContain(`${APPS - 100} secrets re-encrypted`);
  expect(await countSealedUnder(NEW)).toBe(APPS);
  expect(await everywhere()).toEqual([APPS, APPS]);
  // Nothing needs the old secret any more.
  expect(await countAccepted(await start(NEW), apps)).toBe(APPS);
}, 120_000);
