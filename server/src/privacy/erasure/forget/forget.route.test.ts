import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { send } from '../../../testing/attributed-app.ts';
import { perSuite } from '../../../testing/per-suite.ts';
import { outcomeOf, postEvents } from '../../../testing/post-events.ts';
import { signedEvent } from '../../../testing/signed-event.ts';
import { createTenant, freshAddress, type Tenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { useUp } from '../../../testing/use-up.ts';
import { forget, forgetRequest, postForget } from '../testing/post-forget.ts';
import { settle } from '../testing/settle.ts';

const service = useService();
const other = useService({ beside: service });
const tenant = perSuite(() => createTenant(service));

const MINUTE = 60_000;
const request = (members = {}, source: Tenant = tenant) =>
  forgetRequest(source, Date.now(), { installation_id: randomUUID(), ...members });
const answerOf = async (response: Promise<Response> | Response) => {
  const { status, headers } = await response;
  return { status, headers, body: (await (await response).json()) as Record<string, unknown> };
};
const receipts = async () =>
  (await answerOf(tenant.owner.rpc('list_erasures', {}))).body.items as Record<string, unknown>[];

describe('is answered 202 with a receipt', () => {
  test.each<[string, () => Record<string, unknown>]>([
    ['of the installation alone', () => request()],
    ['without a purpose, as earlier SDKs sign it', () => request({ purpose: undefined, age_ms: null })],
    ['with the other ids', () => request({ android_id: 'a1b2', gaid: randomUUID() })],
    ['with null for the other ids', () => request({ android_id: null, gaid: null })],
    ['with ids in capitals', () => request({ installation_id: randomUUID().toUpperCase() })],
    ['with a member that is not known', () => request({ sdk_version: '9', nested: { a: [1, '\u00e9'] } })],
    ['signed almost ten minutes ago', () => request({ sent_at: Date.now() - 10 * MINUTE + 5000 })],
    ['signed almost ten minutes ahead', () => request({ sent_at: Date.now() + 10 * MINUTE - 5000 })],
  ])('%s', async (_name, make) => {
    const { status, body } = await answerOf(postForget(service, make()));
    expect([status, body]).toEqual([202, { receipt_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  });

  test('over the text as it was sent', async () => {
    const { signature, ...signed } = request({ sent_at: 1e3 * Math.floor(Date.now() / 1e3) });
    const spaced = JSON.stringify({ ...signed, signature }, null, 3);
    expect((await postForget(service, spaced)).status).toBe(202);
  });

  test('in gzip, and under /functions/v1', async () => {
    const body = new Uint8Array(gzipSync(JSON.stringify(request())));
    expect((await postForget(service, body, { 'content-encoding': 'gzip' })).status).toBe(202);
    const response = await service.request('/functions/v1/forget', {
      method: 'POST',
      headers: { 'x-forwarded-for': freshAddress() },
      body: JSON.stringify(request()),
    });
    expect(response.status).toBe(202);
  });

  test('which is the same each time, also beside another and at another instance', async () => {
    const installation_id = randomUUID();
    const answers = await Promise.all(
      [service, other, service].map((instance) =>
        answerOf(postForget(instance, request({ installation_id }))),
      ),
    );
    const late = await answerOf(
      postForget(other, request({ installation_id: installation_id.toUpperCase() })),
    );
    const ids = [...answers, late].map(({ body }) => body.receipt_id);
    expect(new Set(ids).size).toBe(1);
    expect((await receipts()).filter(({ receipt_id }) => receipt_id === ids[0])).toHaveLength(1);
  });
});

describe('is refused with 400 that names', () => {
  test.each<[string, Record<string, unknown>]>([
    ['installation_id', { installation_id: undefined }],
    ['installation_id', { installation_id: undefined, gaid: randomUUID() }],
    ['installation_id', { installation_id: null, android_id: 'a1' }],
    ['installation_id', { installation_id: 'x' }],
    ['installation_id', { installation_id: '00000000-0000-0000-0000-000000000000' }],
    ['app_id', { app_id: undefined }],
    ['app_id', { app_id: 7 }],
    ['customer_id', { customer_id: undefined }],
    ['event_type', { event_type: 'open' }],
    ['event_type', { event_type: null }],
    ['event_id', { event_id: 'e-1234567' }],
    ['event_id', { event_id: null, purpose: undefined }],
    ['purpose', { purpose: 'event' }],
    ['purpose', { purpose: null }],
    ['purpose', { purpose: ['forget'] }],
    ['sent_at', { sent_at: undefined }],
    ['sent_at', { sent_at: '1' }],
    ['gaid', { gaid: 5 }],
    ['gaid', { gaid: 'g'.repeat(257) }],
    ['android_id', { android_id: '\0' }],
  ])('%s for %j', async (name, members) => {
    const { status, body } = await answerOf(postForget(service, request(members)));
    expect([status, body]).toEqual([400, { error: expect.stringMatching(new RegExp(`^${name} `)) }]);
  });

  test('a signature that is missing or no digest', async () => {
    const { signature: _, ...unsigned } = request();
    for (const given of [unsigned, { ...unsigned, signature: 'a' }])
      expect((await answerOf(postForget(service, given))).body.error).toMatch(/^signature /);
  });

  test('a member given twice, and one too deep', async () => {
    const text = JSON.stringify(request({ gaid: 'g' })).replace('"gaid":"g"', '"gaid":"g","gaid":"g"');
    expect((await answerOf(postForget(service, text))).body.error).toBe('gaid is given twice');
    const deep = `${'{"x":'.repeat(40)}0${'}'.repeat(40)}`;
    const nested = JSON.stringify(request()).replace('{', `{"deep":${deep},`);
    expect((await answerOf(postForget(service, nested))).body.error).toContain('nested deeper');
  });

  test.each(['', '{', '[]', '7', 'null', '"x"', '{"events":[{}]}'])('what is wrong with %j', async (body) => {
    expect(await answerOf(postForget(service, body))).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    });
  });

  test('a body of more than 16 KB is 413, of 16 KB is taken', async () => {
    const { signature, ...signed } = request();
    const padded = (size: number) => {
      const text = JSON.stringify({ ...signed, signature });
      return text + ' '.repeat(size - text.length);
    };
    expect((await postForget(service, padded(16 * 1024 + 1))).status).toBe(413);
    expect((await postForget(service, padded(16 * 1024))).status).toBe(202);
  });
});

test('an event that was seen on its way erases nothing, and a request to be forgotten is no event', async () => {
  const event = signedEvent(tenant, { installation_id: randomUUID() });
  expect(await outcomeOf(service, event)).toBe('accepted');
  expect(await answerOf(postForget(service, event))).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^event_type must not be given: .*; event_id must not be given: /) },
  });
  const { signature: _, ...members } = event;
  expect(await outcomeOf(service, signedEvent(tenant, { ...members, event_id: randomUUID() }))).toBe(
    'accepted',
  );
  for (const purpose of ['forget', null, ''])
    expect((await postEvents(service, signedEvent(tenant, { purpose }))).results).toMatchObject([
      { status: 'rejected', code: 'VALIDATION_ERROR', error: expect.stringMatching(/^purpose must not/) },
    ]);
});

describe('is refused with 401', () => {
  const unsigned = 'the signature does not match the request';
  const unknown = 'unknown or inactive account or app';
  test.each<[string, string, () => Promise<Record<string, unknown>> | Record<string, unknown>]>([
    ['for a changed member', unsigned, () => ({ ...request(), installation_id: randomUUID() })],
    [
      'for a changed member, signed a day ago',
      unsigned,
      () => ({ ...request({ sent_at: Date.now() - 1440 * MINUTE }), installation_id: randomUUID() }),
    ],
    ['for an unknown app', unknown, () => request({ app_id: randomUUID() })],
    [
      'for the app of another account',
      unknown,
      async () => request({ app_id: (await createTenant(service)).appId }),
    ],
    [
      'for an app that is turned off',
      unknown,
      async () => {
        const off = await createTenant(service);
        await off.owner.rpc('set_app_active', { p_app_id: off.appId, p_active: false });
        return request({}, off);
      },
    ],
  ])('%s', async (_name, error, make) => {
    const before = await receipts();
    const { status, body } = await answerOf(postForget(service, await make()));
    expect([status, body]).toEqual([401, { error }]);
    expect(await receipts()).toEqual(before);
  });

  test.each([-1, 1])(
    'and the time of the service, signed more than ten minutes off (%i)',
    async (direction) => {
      const before = await receipts();
      const late = request({ sent_at: Date.now() + direction * (10 * MINUTE + 5000) });
      const { status, body } = await answerOf(postForget(service, late));
      expect([status, body]).toEqual([
        401,
        { error: expect.any(String), server_timestamp: expect.any(Number) },
      ]);
      expect(Math.abs(Number(body.server_timestamp) - Date.now())).toBeLessThan(MINUTE);
      expect(await receipts()).toEqual(before);
      const sent_at = Number(body.server_timestamp);
      expect((await postForget(service, request({ sent_at }))).status).toBe(202);
    },
  );
});

test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s is 405', async (method) => {
  const response = await service.request('/v1/forget', { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
});

test('any origin may ask, without credentials', async () => {
  const answer = await postForget(service, request(), { origin: 'https://shop.example' });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  const preflight = await service.request('/v1/forget', {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('content-encoding');
});

describe('is limited', () => {
  test('to 60 a minute for an address, whatever is in them', async () => {
    const from = { 'x-forwarded-for': freshAddress() };
    for (let n = 0; n < 60; n++) expect((await postForget(service, '{', from)).status).toBe(400);
    const { status, headers } = await postForget(service, request(), from);
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test('to 600 a minute for an app, of which those that are not its own use up nothing', async () => {
    const limited = await createTenant(service);
    await useUp(service.services.limits.forgetPerApp, limited.appId, 599);
    for (let n = 0; n < 3; n++) {
      const forged = { ...request({}, limited), installation_id: randomUUID() };
      expect((await postForget(service, forged)).status).toBe(401);
    }
    const again = request({}, limited);
    expect((await postForget(service, again)).status).toBe(202);
    expect((await postForget(service, again)).status).toBe(429);
  });
});

test('an installation that is known is forgotten, however many others the app’s secret has invented', async () => {
  const limited = await createTenant(service);
  const installation_id = randomUUID();
  await send(service, limited, { event_type: 'install', installation_id });
  await settle(service);
  await useUp(service.services.limits.forgetPerApp, limited.appId, 600);
  expect((await postForget(service, request({}, limited))).status).toBe(429);
  const known = request({ installation_id: installation_id.toUpperCase() }, limited);
  expect((await postForget(service, known)).status).toBe(202);
});

test('is audited and listed without an id, an address or a person', async () => {
  const installation_id = randomUUID();
  const receipt_id = await forget(service, tenant, { installation_id, gaid: randomUUID() });
  const audit = await answerOf(tenant.owner.rpc('list_audit_log', { p_target_id: receipt_id }));
  expect(audit.body.items).toMatchObject([
    {
      action: 'forget_installation',
      target_type: 'receipt',
      user_id: null,
      email: null,
      ip: null,
      details: { app_id: tenant.appId },
    },
  ]);
  const listed = await answerOf(tenant.owner.rpc('list_erasures', { p_receipt_id: receipt_id }));
  expect(listed.body.items).toMatchObject([
    { scope: 'installation', app_id: tenant.appId, requested_by: null, complete: true },
  ]);
  expect(JSON.stringify([audit.body, listed.body])).not.toContain(installation_id);
});
