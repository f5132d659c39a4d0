import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { expect, test } from 'vitest';
import { ingestRequest } from '../../../ingest/ingest-request.ts';
import { createLinkDirectory } from '../../../links/follow/directory/link-directory.ts';
import { readVisit } from '../../../links/follow/visitor/read-visit.ts';
import { describeVisitor } from '../../../links/follow/visitor/visitor.ts';
import { heapGrowth } from '../../../testing/costs/heap-growth.ts';
import { openDatabaseGate } from '../../../testing/instances/database-gate.ts';
import { signedEvent } from '../../../testing/signed-event.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { createTenant } from '../../../testing/test-tenant.ts';
import { clientAddress } from '../../net/arrival/client-address.ts';
import { readConfig } from '../../settings/config.ts';
import { flatCopy } from './flat-copy.ts';
import { createRecentSet } from './recent-set.ts';

const TIMES = 900;
/** As long as a header can be; a new string each time. */
const filler = () => Buffer.alloc(15_000, 'x').toString('latin1');
/**
 * Copies of what is needed take a fraction of this; the whole strings they were cut from more than ten times as much.
 */
const LITTLE = 2000 * TIMES;

async function repeated(act: (turn: number) => unknown): Promise<number> {
  return heapGrowth(async () => {
    for (let turn = 0; turn < TIMES; turn++) await act(turn);
  });
}

test('a copy is the same text', () => {
  for (const text of ['', 'a', 'grün', '🎉 party', 'x'.repeat(20_000)]) expect(flatCopy(text)).toBe(text);
});

const trust = readConfig({ TRUST_PROXY: '1' }).trustProxy;
const held: unknown[] = [];
const recent = createRecentSet(10 * TIMES);

test.each<[string, (turn: number) => unknown]>([
  ['visitors', (turn) => describeVisitor(`Mozilla/5.0 (Linux; Android 14; SM-A${turn}) ${filler()}`)],
  ['queries of visits', (turn) => readVisit(`${filler()}?utm_content=spring-${turn}`.slice(15_001))],
  [
    'addresses',
    (turn) => held.push(clientAddress('10.0.0.1', `${filler()},203.0.113.${100 + (turn % 100)}`, trust)),
  ],
  ['device-days', (turn) => recent.add(`${filler()}${randomUUID()}${turn}`.slice(15_000))],
])('what is remembered of %s does not hold the request that it came with', async (_what, act) => {
  expect(await repeated(act)).toBeLessThan(LITTLE);
});

async function addLinks(service: TestService): Promise<void> {
  const tenant = await createTenant(service);
  await service.services.workPool.query(
    `insert into links (id, customer_id, app_id, slug, fallback_url, channel, deferred_params, active, created_at, updated_at)
     select gen_random_uuid(), $1, $2, 'a-link-of-many-' || n, 'https://example.com/', 'email', '{}', true, now(), now()
     from generate_series(0, $3) n`,
    [tenant.accountId, tenant.appId, TIMES],
  );
}

test.each<[string, (service: TestService, turn: number) => Promise<unknown>]>([
  [
    'a rate limit',
    (service, turn) =>
      service.request('/v1/ingest', {
        method: 'POST',
        headers: { 'x-forwarded-for': `${filler()},10.100.${100 + (turn % 100)}.${100 + (turn >> 7)}` },
        body: '{',
      }),
  ],
  [
    'sign-in',
    (service, turn) =>
      service.request(`/api/auth/${filler()}${turn}`, {
        headers: { 'x-forwarded-for': `10.0.0.${turn % 256}` },
      }),
  ],
])('what %s remembers does not hold the requests that it was asked by', async (_what, ask) => {
  const service = await startTestService();
  try {
    for (let turn = 0; turn < TIMES; turn += 100) await ask(service, turn);
    expect(await repeated((turn) => ask(service, turn))).toBeLessThan(2 * LITTLE);
  } finally {
    await service.close();
  }
});

test('links that are asked for again do not hold the requests', async () => {
  const service = await startTestService();
  try {
    await addLinks(service);
    const { workPool: pool, changes, clock } = service.services;
    const links = createLinkDirectory({ pool, changes, clock, maxEntries: 2 * TIMES });
    // One more than the younger half holds: the others are in the older half, and are moved back when requested.
    for (let turn = 0; turn <= TIMES; turn++) await links.find(`a-link-of-many-${turn}`);
    const again = (turn: number) => links.find(`${filler()}a-link-of-many-${turn}`.slice(15_000));
    expect(await repeated(again)).toBeLessThan(LITTLE);
  } finally {
    await service.close();
  }
});

test('clicks that wait for the database do not hold their requests', async () => {
  const database = await createTestDatabase();
  const gate = await openDatabaseGate(database.url);
  const service = await startTestService({ databaseUrl: gate.url });
  try {
    await addLinks(service);
    const visit = (turn: number) =>
      service.request(
        `/l/a-link-of-many-0?gaid=0b7e3a58-6a67-4c0a-9a40-${100_000_000_000 + turn}&x=${filler()}`,
        {
          headers: {
            'user-agent': `Mozilla/5.0 ${turn} ${filler()}`,
            'accept-language': `de-Latn-AT-1996-${turn}, ${filler()}`,
            'x-forwarded-for': `${filler()},198.51.100.1`,
          },
        },
      );
    await visit(-1);
    gate.stall();
    const growth = await heapGrowth(() =>
      Promise.all(Array.from({ length: TIMES }, (_, turn) => visit(turn))),
    );
    expect(growth).toBeLessThan(4 * LITTLE);
  } finally {
    gate.thaw();
    await service.close();
    await gate.shut();
    await database.drop();
  }
});

test('events that wait for the database do not hold their requests', async () => {
  const service = await startTestService();
  try {
    const tenant = await createTenant(service);
    let commit = () => {};
    const committed = new Promise<void>((resolve) => {
      commit = resolve;
    });
    const { ingest } = service.services;
    const store = (events: readonly unknown[]) => committed.then(() => events.map(() => 'accepted' as const));
    const unlimited = { consume: async () => {} };
    const stalled = {
      ...ingest,
      writer: { ...ingest.writer, store },
      perAddress: unlimited,
      perApp: unlimited,
    };
    const spaced = () => `{"events":[${' '.repeat(15_000)}${JSON.stringify(signedEvent(tenant))}]}`;
    const send = () =>
      ingestRequest(
        {
          address: '198.51.100.1',
          contentEncoding: undefined,
          readBody: async () => Buffer.from(spaced()),
          share: ingest.intake.openShare(),
          noteAccount: () => {},
        },
        stalled,
      );
    const waiting: ReturnType<typeof send>[] = [];
    const growth = await repeated(async () => {
      waiting.push(send());
      await new Promise(setImmediate);
    });
    expect(growth).toBeLessThan(4 * LITTLE);
    commit();
    const results = (await Promise.all(waiting)).flat();
    expect(results.filter(({ status }) => status === 'accepted')).toHaveLength(TIMES);
  } finally {
    await service.close();
  }
});
