import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eraseNow } from '../../erasure/testing/erase-now.ts';
import { settleRevenue } from '../../payments/testing/books.ts';
import { accepted, makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { trimAttempts } from '../retention/attempt-trimmer.ts';
import { type FakeNetwork, type ScriptedAnswer, startFakeNetwork } from '../testing/fake-network.ts';
import { deliverAll, installFrom, listPostbacks, makeConfig } from '../testing/postback-devices.ts';

let network: FakeNetwork;
let now = Date.UTC(2026, 2, 1, 12);

const service = useService({ clock: () => now, env: { ALLOW_LOOPBACK_POSTBACKS: '1' } });
beforeEach(async () => {
  network = await startFakeNetwork(() => now);
});
const tenant = perTest(() => createTenant(service));
afterEach(() => network.close());

const canonical = (args: object = {}) =>
  makeConfig(tenant, { p_channel: 'social_a', p_postback_url: `${network.origin}/in`, ...args });

const NETWORK_A = {
  p_postback_format: 'network_a_conversions',
  p_settings: { dataset_id: '1', api_version: 'v21.0', event_name: 'X' },
};
const TOKEN = 'EAAB-the-token';

async function networkA(token: string | null = TOKEN): Promise<string> {
  const { id } = await makeConfig(tenant, { ...NETWORK_A, p_postback_url: network.origin });
  if (token !== null) {
    await tenant.owner.rpc('set_ad_network_credential', { p_config_id: id, p_credential: token });
  }
  return id;
}

const statusInLog = async () => {
  const report = await tenant.owner.get(
    '/v1/analytics?resource=attribution_log&date_from=2026-02-01&date_to=2026-03-30',
  );
  const { attributions } = (await report.json()) as { attributions: { postback_status: string | null }[] };
  return attributions.map(({ postback_status }) => postback_status);
};

const statusInExport = async () => {
  const exported = await tenant.owner.rpc('export_my_account_data');
  const { attributions } = (await exported.json()) as { attributions: { postback_status: string | null }[] };
  return attributions.map(({ postback_status }) => postback_status);
};

async function only() {
  const [postback, ...others] = await listPostbacks(tenant);
  expect(others).toEqual([]);
  if (!postback) throw new Error('there is no postback');
  return postback;
}

describe('a canonical delivery', () => {
  test('is signed over the time and the very bytes, and carries its id', async () => {
    const { signing_secret } = await canonical();
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    const [call] = network.calls;
    const { postback_id } = await only();
    expect(call?.headers['x-service-delivery-id']).toBe(postback_id);
    const [, stamp = '', digest] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(`${call?.headers['x-service-signature']}`) ?? [];
    expect(Number(stamp)).toBe(now / 1000);
    expect(digest).toBe(
      createHmac('sha256', signing_secret ?? '')
        .update(`${stamp}.${call?.body}`)
        .digest('hex'),
    );
  });

  test('of a purchase has the amount, and the time that it was paid at', async () => {
    await canonical({ p_event_types: ['purchase'] });
    const gaid = await installFrom(service, tenant, 'social_a');
    const occurred_at = now + 60_000;
    now += 120_000;
    const payment = { reference: 'p', amount: 1250.5, currency: 'NGN', occurred_at, metadata: { gaid } };
    await accepted(service, await makeWebhook(service, tenant), payment);
    await settleRevenue(service);
    await deliverAll(service);
    expect(network.calls[0]?.body).toContain(`"timestamp":${occurred_at},"value":1250.50,"currency":"NGN"}`);
    expect(JSON.parse(network.calls[0]?.body ?? '')).toMatchObject({ event_type: 'purchase', gaid });
  });
});

const WAITS = [60, 120, 300, 600];

describe('the schedule', () => {
  async function play(answers: ScriptedAnswer[]): Promise<number[]> {
    network.script(answers);
    await canonical();
    await installFrom(service, tenant, 'social_a');
    const startedAt = now;
    for (let second = 0; second <= 2000; second++) {
      now = startedAt + second * 1000;
      const { next_attempt_at } = await only();
      if (next_attempt_at === null) break;
      if (next_attempt_at <= now) await deliverAll(service);
      else second = (next_attempt_at - startedAt) / 1000 - 1;
    }
    return network.calls.map(({ at }) => (at - startedAt) / 1000);
  }

  const ALL = [0, 60, 180, 480, 1080];

  test.each<[string, ScriptedAnswer[], number[], string, string | null]>([
    ['200', [{ status: 200 }], [0], 'sent', null],
    ['204', [{ status: 204, body: '' }], [0], 'sent', null],
    ['400', [{ status: 400 }], [0], 'failed', 'permanent'],
    ['401', [{ status: 401 }], [0], 'failed', 'permanent'],
    ['302', [{ status: 302 }], [0], 'failed', 'permanent'],
    ['429', [{ status: 429 }], ALL, 'failed', 'transient'],
    ['500', [{ status: 500 }], ALL, 'failed', 'transient'],
    ['500, then 200', [{ status: 500 }, { status: 200 }], [0, 60], 'sent', null],
    ['500 four times, then 200', [...Array(4).fill({ status: 503 }), { status: 200 }], ALL, 'sent', null],
    ['429, then 400', [{ status: 429 }, { status: 400 }], [0, 60], 'failed', 'permanent'],
  ])('after %s', async (_name, answers, sends, status, failure_class) => {
    expect(await play(answers)).toEqual(sends);
    const postback = await only();
    expect(postback).toMatchObject({ status, failure_class, next_attempt_at: null });
    expect(postback.attempts).toHaveLength(sends.length);
    expect(new Set(network.calls.map(({ headers }) => headers['x-service-delivery-id']))).toEqual(
      new Set([postback.postback_id]),
    );
    expect(await statusInLog()).toEqual([status]);
  });

  test('shows when the next send is, and every one before', async () => {
    network.script([{ status: 500, body: 'out of order' }]);
    await canonical();
    await installFrom(service, tenant, 'social_a');
    let at = now;
    for (const wait of WAITS) {
      await deliverAll(service);
      const postback = await only();
      expect(postback).toMatchObject({
        status: 'pending',
        failure_class: null,
        next_attempt_at: at + wait * 1000,
      });
      expect(postback.attempts.at(-1)).toEqual({
        at,
        http_status: 500,
        class: 'transient',
        response: 'out of order',
      });
      expect(await statusInLog()).toEqual([null]);
      now = at + wait * 1000 - 1;
      await deliverAll(service);
      expect((await only()).attempts).toHaveLength(postback.attempts.length);
      now = at += wait * 1000;
    }
  });
});

describe('a failure of the config is no outage', () => {
  test('a missing credential', async () => {
    await networkA(null);
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    expect(await only()).toMatchObject({
      status: 'failed',
      failure_class: 'setting',
      attempts: [
        { at: now, http_status: null, class: 'setting', response: expect.stringContaining('credential') },
      ],
    });
    expect(network.calls).toEqual([]);
  });

  test('a malformed setting', async () => {
    const id = await networkA();
    await service.services.workPool.query(`update ad_network_configs set settings = '{}' where id = $1`, [
      id,
    ]);
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    expect(await only()).toMatchObject({
      failure_class: 'setting',
      attempts: [{ response: expect.stringContaining('dataset_id is required') }],
    });
    expect(network.calls).toEqual([]);
  });

  test('a config that was deleted meanwhile', async () => {
    const { id } = await canonical();
    await installFrom(service, tenant, 'social_a');
    await tenant.owner.rpc('delete_ad_network_config', { p_config_id: id });
    await deliverAll(service);
    expect(await only()).toMatchObject({
      failure_class: 'setting',
      attempts: [{ response: 'the config was deleted' }],
    });
  });

  test('a private address', async () => {
    const { id } = await canonical();
    await service.services.workPool.query(
      `update ad_network_configs set postback_url = 'https://10.0.0.1/' where id = $1`,
      [id],
    );
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    expect(await only()).toMatchObject({ status: 'failed', failure_class: 'setting' });
  });
});

test('an answer is kept without the credential that it repeats', async () => {
  network.script([{ status: 200, body: { error: { code: 190, message: `bad token ${TOKEN}` } } }]);
  await networkA();
  await installFrom(service, tenant, 'social_a');
  await deliverAll(service);
  expect(network.calls[0]).toMatchObject({ path: '/v21.0/1/events', body: expect.stringContaining(TOKEN) });
  expect(await only()).toMatchObject({
    status: 'failed',
    failure_class: 'permanent',
    attempts: [{ http_status: 200, response: expect.stringContaining('bad token [redacted]') }],
  });
});

describe('the status in the attribution log', () => {
  test.each<[string, number[], string | null]>([
    ['sent where all are', [200, 200], 'sent'],
    ['failed where one is', [200, 400], 'failed'],
    ['none while one is under way', [200, 500], null],
    ['failed though another is under way', [400, 500], 'failed'],
  ])('is %s', async (_name, statuses, expected) => {
    for (const [index, status] of statuses.entries()) {
      network.script([{ status }], `/${index}`);
      await canonical({ p_postback_url: `${network.origin}/${index}` });
    }
    await installFrom(service, tenant, 'social_a');
    expect(await statusInLog()).toEqual([null]);
    await deliverAll(service);
    expect(await statusInLog()).toEqual([expected]);
    expect(await statusInExport()).toEqual([expected]);
  });

  test('is none where nothing is sent', async () => {
    await installFrom(service, tenant, 'social_a');
    expect(await statusInLog()).toEqual([null]);
  });
});

describe('retry_postback', () => {
  async function failed(): Promise<string> {
    network.script([{ status: 400 }]);
    await canonical();
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    return (await only()).postback_id;
  }
  const retry = (p_postback_id: string) => tenant.owner.rpc('retry_postback', { p_postback_id });

  test('sends one that has failed again, with its id and a schedule of its own', async () => {
    const id = await failed();
    network.script([{ status: 500 }]);
    expect((await retry(id)).status).toBe(204);
    expect(await only()).toMatchObject({ status: 'pending', failure_class: null, next_attempt_at: now });
    for (const wait of [...WAITS, 0]) {
      await deliverAll(service);
      now += wait * 1000;
    }
    const postback = await only();
    expect(postback).toMatchObject({ postback_id: id, status: 'failed', failure_class: 'transient' });
    expect(postback.attempts.map((attempt) => attempt.http_status)).toEqual([400, 500, 500, 500, 500, 500]);
  });

  test('answers 409 for one that has not failed, and for one whose config is gone', async () => {
    const id = await failed();
    await retry(id);
    expect((await retry(id)).status).toBe(409);
    network.script([{ status: 200 }]);
    await deliverAll(service);
    expect((await retry(id)).status).toBe(409);
    await service.services.workPool.query(`update postbacks set status = 'failed' where postback_id = $1`, [
      id,
    ]);
    await tenant.owner.rpc('delete_ad_network_config', { p_config_id: (await only()).config_id });
    expect((await retry(id)).status).toBe(409);
  });
});

describe('test_ad_network_config', () => {
  const ask = async (p_config_id: string, args: object = {}) =>
    (await tenant.owner.rpc('test_ad_network_config', { p_config_id, ...args })).json();

  test('sends a marked event and answers with what the network says', async () => {
    network.script([{ status: 200, body: 'thank you' }]);
    const { id } = await canonical();
    expect(await ask(id)).toEqual({ ok: true, http_status: 200, class: null, response: 'thank you' });
    expect(network.calls[0]?.headers['x-service-delivery-id']).toMatch(/^test-/);
    expect(JSON.parse(network.calls[0]?.body ?? '')).toMatchObject({ event_type: 'install', test: true });
    expect(await listPostbacks(tenant)).toEqual([]);
  });

  test.each<[ScriptedAnswer, object]>([
    [
      { status: 401, body: 'no' },
      { ok: false, http_status: 401, class: 'permanent', response: 'no' },
    ],
    [
      { status: 200, body: { error: { code: 4 } } },
      { ok: false, http_status: 200, class: 'transient' },
    ],
  ])('says what a delivery would come to: %j', async (answer, expected) => {
    network.script([answer]);
    expect(await ask(await networkA())).toMatchObject(expected);
  });

  test('says what is missing', async () => {
    expect(await ask(await networkA(null))).toMatchObject({ ok: false, http_status: null, class: 'setting' });
  });

  test('sends the event that is asked for', async () => {
    const { id } = await canonical();
    await ask(id, { p_event_type: 'purchase' });
    expect(JSON.parse(network.calls[0]?.body ?? '')).toMatchObject({ value: 1, currency: 'USD', test: true });
  });

  test('is answered 20 times a minute', async () => {
    const id = await networkA(null);
    for (let n = 0; n < 20; n++) await ask(id);
    expect((await tenant.owner.rpc('test_ad_network_config', { p_config_id: id })).status).toBe(429);
  });
});

test('a network that is slow delays no other', async () => {
  network.script(['hang'], '/slow');
  await canonical({ p_postback_url: `${network.origin}/slow`, p_channel: 'email' });
  await canonical({ p_postback_url: `${network.origin}/fast` });
  await installFrom(service, tenant, 'email');
  for (let n = 0; n < 20; n++) await installFrom(service, tenant, 'social_a');
  const delivering = deliverAll(service);
  await expect.poll(() => network.callsTo('/fast').length, { timeout: 9000 }).toBe(20);
  const fast = (await listPostbacks(tenant)).filter(({ status }) => status === 'sent');
  expect(fast.length).toBeGreaterThanOrEqual(4);
  await network.close();
  await delivering;
  network = await startFakeNetwork(() => now);
}, 30_000);

test('configs that share a host take no more of its connections than they need', async () => {
  for (let n = 0; n < 10; n++) await canonical({ p_postback_url: `${network.origin}/${n}` });
  await installFrom(service, tenant, 'social_a');
  await deliverAll(service);
  expect(network.calls).toHaveLength(10);
});

describe('a network that fails again and again', () => {
  const failingSince = () =>
    service.services.workPool.query('select * from postback_failures where customer_id = $1', [
      tenant.accountId,
    ]);

  test('is tried once a minute, which costs the deliveries that wait none of their sends, until it answers', async () => {
    network.script([{ status: 503 }]);
    const { id } = await canonical();
    for (let n = 0; n < 60; n++) await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    // Four batches of 16: then it is held to be away.
    expect(network.calls).toHaveLength(60);
    expect((await failingSince()).rows).toMatchObject([{ config_id: id, failures: 60 }]);
    now += 60_000;
    await deliverAll(service);
    expect(network.calls).toHaveLength(61);
    now += 59_000;
    await deliverAll(service);
    expect(network.calls).toHaveLength(61);
    expect(await (await service.request('/metrics')).text()).toContain(
      'tributary_postback_failing_configs{network="canonical"} 1',
    );
    network.script([{ status: 200 }]);
    now += 1000;
    await deliverAll(service);
    expect((await failingSince()).rows).toEqual([]);
    await deliverAll(service);
    const attempts = (await listPostbacks(tenant)).map((postback) => postback.attempts.length);
    expect(Math.max(...attempts)).toBe(2);
  }, 60_000);
});

describe('what is erased', () => {
  const rows = async (table: string) =>
    (
      await service.services.workPool.query(`select * from ${table} where customer_id = $1`, [
        tenant.accountId,
      ])
    ).rows;

  test('is sent no more, and nothing of it is kept', async () => {
    network.script([{ status: 500 }]);
    await canonical();
    const gaid = await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    const device = { customerId: tenant.accountId, kind: 'gaid', value: gaid } as const;
    await eraseNow(service.services.backgroundPool, device);
    for (const table of ['postbacks', 'postback_attempts', 'postback_queue'])
      expect(await rows(table)).toEqual([]);
  });

  test('while it is being sent is not brought back by its answer', async () => {
    network.script([{ status: 500, afterMs: 500 }]);
    await canonical();
    const gaid = await installFrom(service, tenant, 'social_a');
    const delivering = deliverAll(service);
    await expect.poll(() => network.calls.length).toBe(1);
    const device = { customerId: tenant.accountId, kind: 'gaid', value: gaid } as const;
    await eraseNow(service.services.backgroundPool, device);
    await delivering;
    for (const table of ['postbacks', 'postback_attempts', 'postback_queue'])
      expect(await rows(table)).toEqual([]);
  });
});

describe('attempts', () => {
  test.each([
    [89, 1],
    [91, 0],
  ])('of a delivery that is over are, after %i days, %i', async (days, kept) => {
    await canonical();
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    const { backgroundPool: pool, log } = service.services;
    const clock = () => now + days * 86_400_000;
    await trimAttempts({ pool, log, clock, days: service.services.config.postbackAttemptDays });
    expect((await only()).attempts).toHaveLength(kept);
  });

  test('of a delivery that is under way are kept', async () => {
    network.script([{ status: 500 }]);
    await canonical();
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    const { backgroundPool: pool, log } = service.services;
    await trimAttempts({ pool, log, clock: () => now + 365 * 86_400_000, days: 90 });
    expect((await only()).attempts).toHaveLength(1);
  });
});
