import { createTestDatabase } from '@tributary/db/testing/test-database';
import { describe, expect, test } from 'vitest';
import { openDatabaseGate } from '../../testing/instances/database-gate.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { signedEvent } from '../../testing/signed-event.ts';
import { startTestService } from '../../testing/test-service.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { isDatabaseAway } from '../errors/is-database-away.ts';

const database = perSuite(createTestDatabase, ({ drop }) => drop());
const gate = perSuite(
  () => openDatabaseGate(database.url),
  ({ shut }) => shut(),
);
const service = perSuite(
  () => startTestService({ databaseUrl: gate.url }),
  ({ close }) => close(),
);
const tenant = perSuite(() => createTenant(service));

const json = (path: string, body: unknown) =>
  service.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
    body: JSON.stringify(body),
  });
const createCampaign = () => tenant.owner.rpc('create_campaign', { p_name: 'Spring' });

/** Requests that need the database, with their normal status. */
const REQUESTS: Record<string, [() => Promise<Response>, number]> = {
  '/v1/ingest': [() => json('/v1/ingest', signedEvent(tenant)), 200],
  '/v1/resolve-key': [
    () => service.request('/v1/resolve-key', { headers: { 'x-service-api-key': tenant.apiKey } }),
    200,
  ],
  '/v1/analytics': [() => tenant.owner.get('/v1/analytics?resource=summary'), 200],
  '/v1/deep-link': [() => service.request(`/v1/deep-link?click_id=${tenant.appId}`), 404],
  '/l/{slug}': [() => service.request('/l/unknown'), 404],
  'a procedure that reads': [() => tenant.owner.rpc('list_apps'), 200],
  'a procedure that writes': [createCampaign, 200],
  'a tRPC call': [() => tenant.owner.get(`/trpc/list_links?input=${encodeURIComponent('{"json":{}}')}`), 200],
  'sign-in': [() => json('/api/auth/sign-in/email', { email: 'a@b.cd', password: 'x'.repeat(12) }), 401],
};

describe('while the database hangs', () => {
  test('/readyz reports it within seconds, and its return at once', async () => {
    gate.stall();
    const startedAt = performance.now();
    const asked = await Promise.all([1, 2, 3].map(() => service.request('/readyz')));
    // Sooner than any statement is cut short.
    expect(performance.now() - startedAt).toBeLessThan(8000);
    expect(asked.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(await asked[0]?.json()).toEqual({ status: 'not ready', error: 'the database cannot be reached' });
    expect((await service.request('/healthz')).status).toBe(200);
    gate.thaw();
    expect((await service.request('/readyz')).status).toBe(200);
  });

  test('everything else answers 503 with Retry-After, and works again afterwards', async () => {
    const ask = async ([name, [request]]: [string, [() => Promise<Response>, number]]) => {
      const { status, headers } = await request();
      return [name, status, headers.get('retry-after')];
    };
    gate.stall();
    const hanging = await Promise.all(Object.entries(REQUESTS).map(ask));
    gate.thaw();
    const working = await Promise.all(Object.entries(REQUESTS).map(ask));
    expect(hanging).toEqual(Object.keys(REQUESTS).map((name) => [name, 503, '1']));
    expect(working).toEqual(Object.entries(REQUESTS).map(([name, [, status]]) => [name, status, null]));
  });

  test('no connection is used again that a transaction gave up, and none is missing', async () => {
    const given = transactionsUnderWay(8);
    await given.begun;
    gate.stall();
    expect(await given.goOn()).toEqual(Array(8).fill(true));
    gate.thaw();
    await eightTransactions();
  });
});

test('connections that are lost in the middle of transactions are replaced', async () => {
  const given = transactionsUnderWay(8);
  await given.begun;
  gate.stall();
  const failures = given.goOn();
  await gate.shut();
  gate.thaw();
  expect(await failures).toEqual(Array(8).fill(true));
  await gate.open();
  await eightTransactions();
});

/** As many open transactions as the control plane has connections. */
function transactionsUnderWay(count: number) {
  const goingOn = Promise.withResolvers<void>();
  const beginnings: Promise<void>[] = [];
  const failures = Array.from({ length: count }, () => {
    const begun = Promise.withResolvers<void>();
    beginnings.push(begun.promise);
    return service.services.orm.em
      .fork()
      .transactional(async (em) => {
        await em.execute('select 1');
        begun.resolve();
        await goingOn.promise;
        await em.execute('select 2');
      })
      .then(() => false, isDatabaseAway);
  });
  return {
    begun: Promise.all(beginnings),
    /** Whether each of them failed only because of the database. */
    goOn(): Promise<boolean[]> {
      goingOn.resolve();
      return Promise.all(failures);
    },
  };
}

async function eightTransactions(): Promise<void> {
  const { begun, goOn } = transactionsUnderWay(8);
  await begun;
  expect(await goOn()).toEqual(Array(8).fill(false));
}

test('statements of requests are cut short, those of background work are not', async () => {
  const limitOf = async (pool: 'workPool' | 'ingestPool' | 'backgroundPool') => {
    const { rows } = await service.services[pool].query<{ statement_timeout: string }>(
      'show statement_timeout',
    );
    return rows[0]?.statement_timeout;
  };
  expect([await limitOf('workPool'), await limitOf('ingestPool')]).toEqual(['8s', '8s']);
  const [ofOrm] = await service.services.orm.em.fork().execute('show statement_timeout');
  expect(ofOrm).toEqual({ statement_timeout: '8s' });
  expect(await limitOf('backgroundPool')).toBe('0');
});
