import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type FakeNetwork, startFakeNetwork } from '@tributary/server/postbacks/testing/fake-network';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SeededApp, seedApps } from '../backend/seed-apps.ts';
import { countPostbacks, seedConfig, seedDeliveries } from '../backend/seed-postbacks.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../backend/seedable-backend.ts';
import { useDatabase } from './testing/use-database.ts';

const { database, client } = useDatabase();
let network: FakeNetwork;
let app: SeededApp;

beforeEach(async () => {
  network = await startFakeNetwork();
  const [seeded] = await seedApps(client, SEED_SECRETS, { accounts: 1, appsPerAccount: 1 });
  if (seeded === undefined) throw new Error('there is no app');
  app = seeded;
});
afterEach(() => network.close());

const start = () => spawnSeedableBackend(database.url, { ALLOW_LOOPBACK_POSTBACKS: '1', LOG_LEVEL: 'fatal' });

async function seed(count: number): Promise<void> {
  const config = await seedConfig(client, SEED_SECRETS, app, { url: `${network.origin}/in` });
  await seedDeliveries(client, app, config, count);
}

const idsSent = () => network.calls.map(({ headers }) => String(headers['x-service-delivery-id']));

async function untilDelivered(): Promise<void> {
  while (((await countPostbacks(client, app.customerId)).pending ?? 0) > 0) await pause(50);
}

/** Claims last a minute; the test does not wait for that. */
const letClaimsEnd = () => client.query(`update postback_queue set due_at = due_at - interval '1 minute'`);

test('a server killed between sending and recording forgets no delivery, and sends it again under its id', async () => {
  await seed(40);
  network.script([{ status: 200, afterMs: 400 }]);
  const victim = await start();
  while (network.calls.length === 0) await pause(5);
  victim.process.kill('SIGKILL');
  await once(victim.process, 'exit');
  const sentBefore = idsSent();
  expect(sentBefore.length).toBeGreaterThan(0);
  expect(await countPostbacks(client, app.customerId)).toEqual({ pending: 40 });

  await letClaimsEnd();
  const heir = await start();
  try {
    await untilDelivered();
  } finally {
    await heir.close();
  }
  expect(await countPostbacks(client, app.customerId)).toEqual({ sent: 40 });
  const ids = idsSent();
  expect(new Set(ids).size).toBe(40);
  for (const id of sentBefore) expect(ids.filter((one) => one === id)).toHaveLength(2);
}, 120_000);

test('two instances send each delivery once while both are healthy', async () => {
  await seed(600);
  network.script([{ status: 200, afterMs: 5 }]);
  const pair = await Promise.all([start(), start()]);
  try {
    await untilDelivered();
  } finally {
    await Promise.all(pair.map((one) => one.close()));
  }
  expect(await countPostbacks(client, app.customerId)).toEqual({ sent: 600 });
  expect(idsSent()).toHaveLength(600);
  expect(new Set(idsSent()).size).toBe(600);
}, 120_000);
