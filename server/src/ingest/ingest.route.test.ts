import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { createTenant, freshAddress, type Tenant } from '../testing/test-tenant.ts';
import { countStored, postEvents } from './testing/post-events.ts';
import { signedEvent, type WireEvent } from './testing/signed-event.ts';

const LIMIT = 262_144;
const minute = 60_000;

let service: TestService;
let tenant: Tenant;
let other: Tenant;
/** How far the service's clock is from the real one. */
let skew = 0;

beforeAll(async () => {
  service = await startTestService({ clock: () => Date.now() + skew });
  tenant = await createTenant(service);
  other = await createTenant(service);
});

afterAll(() => service.close());

const post = (events: Parameters<typeof postEvents>[1], headers?: Record<string, string>) =>
  postEvents(service, events, headers);

/** A signed event whose text, alone in a body, has that many bytes. */
function eventOfSize(bytes: number): string {
  const sized = (pad: string) =>
    JSON.stringify(signedEvent(tenant, { event_id: 'of-a-size', event_properties: { pad } }));
  return JSON.stringify(
    signedEvent(tenant, { event_properties: { pad: 'p'.repeat(bytes - sized('').length - 27) } }),
  );
}

async function onlyCode(event: WireEvent): Promise<string> {
  const { status, results } = await post(event);
  expect(status).toBe(200);
  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({ event_id: event.event_id, server_timestamp: expect.any(Number) });
  return results[0]?.status === 'rejected' ? (results[0].code ?? '') : (results[0]?.status ?? '');
}

describe('an item is', () => {
  test('accepted: valid signature, within the replay window, new event_id', async () => {
    const before = Date.now();
    const event = signedEvent(tenant);
    const { status, body } = await post(event);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        results: [{ status: 'accepted', event_id: event.event_id, server_timestamp: expect.any(Number) }],
        batch_size: 1,
      },
    });
    expect(body.results?.[0]?.server_timestamp).toBeGreaterThanOrEqual(before);
  });

  test('deduplicated: event_id already seen, signed again or not', async () => {
    const event = signedEvent(tenant);
    await post(event);
    expect(await onlyCode(event)).toBe('deduplicated');
    expect(await onlyCode(signedEvent(tenant, { event_id: event.event_id, sent_at: Date.now() }))).toBe(
      'deduplicated',
    );
  });

  test('accepted for another app with the same event_id', async () => {
    const event = signedEvent(tenant);
    await post(event);
    expect(await onlyCode(signedEvent(other, { event_id: event.event_id }))).toBe('accepted');
  });

  test.each<[string, string, () => WireEvent]>([
    [
      'AUTH_ERROR: a signature by another secret',
      'AUTH_ERROR',
      () => signedEvent({ ...tenant, sdkSecret: other.sdkSecret }),
    ],
    [
      'AUTH_ERROR: a member changed after signing',
      'AUTH_ERROR',
      () => ({ ...signedEvent(tenant), referrer: 'x' }),
    ],
    ['AUTH_ERROR: an unknown app', 'AUTH_ERROR', () => signedEvent({ ...tenant, appId: randomUUID() })],
    [
      'AUTH_ERROR: an unknown account',
      'AUTH_ERROR',
      () => signedEvent({ ...tenant, accountId: randomUUID() }),
    ],
    [
      "AUTH_ERROR: another account's app",
      'AUTH_ERROR',
      () => signedEvent({ ...tenant, accountId: other.accountId }),
    ],
    [
      'AUTH_ERROR: signed 10 minutes and a second ago',
      'AUTH_ERROR',
      () => signedEvent(tenant, { sent_at: Date.now() - 10 * minute - 1000 }),
    ],
    [
      'AUTH_ERROR: signed 10 minutes and a second ahead',
      'AUTH_ERROR',
      () => signedEvent(tenant, { sent_at: Date.now() + 10 * minute + 1000 }),
    ],
    [
      'AUTH_ERROR: an old timestamp without sent_at',
      'AUTH_ERROR',
      () => signedEvent(tenant, { timestamp: Date.now() - 11 * minute }),
    ],
    [
      'VALIDATION_ERROR: an event_id of 7 characters',
      'VALIDATION_ERROR',
      () => signedEvent(tenant, { event_id: '7777777' }),
    ],
    [
      'VALIDATION_ERROR: an event_id of 129 characters',
      'VALIDATION_ERROR',
      () => signedEvent(tenant, { event_id: 'e'.repeat(129) }),
    ],
    [
      'VALIDATION_ERROR: a signature of 63 characters',
      'VALIDATION_ERROR',
      () => ({ ...signedEvent(tenant), signature: 'a'.repeat(63) }),
    ],
  ])('rejected with %s', async (_name, code, make) => {
    const before = await countStored(service);
    expect(await onlyCode(make())).toBe(code);
    expect(await countStored(service)).toBe(before);
  });

  test.each<[string, () => WireEvent]>([
    ['an event_id of 8 characters', () => signedEvent(tenant, { event_id: 'e'.repeat(8) })],
    ['an event_id of 128 characters', () => signedEvent(tenant, { event_id: 'e'.repeat(128) })],
    [
      'ids in upper case',
      () =>
        signedEvent({
          ...tenant,
          appId: tenant.appId.toUpperCase(),
          accountId: tenant.accountId.toUpperCase(),
        }),
    ],
    [
      'a historical event that is signed now',
      () => signedEvent(tenant, { timestamp: 1, sent_at: Date.now() }),
    ],
    ['an unknown extra member', () => signedEvent(tenant, { colour: 'blue' })],
    ['null for optional fields', () => signedEvent(tenant, { gaid: null, revenue: null, sent_at: null })],
  ])('accepted with %s', async (_name, make) => {
    expect(await onlyCode(make())).toBe('accepted');
  });

  test.each([
    ['exactly 10 minutes ago is accepted', 10 * minute, 'accepted'],
    ['10 minutes and 1 ms ago is rejected', 10 * minute + 1, 'AUTH_ERROR'],
  ])('signed %s', async (_name, age, expected) => {
    const now = Date.now();
    const fixed = await startTestService({ clock: () => now, databaseUrl: service.databaseUrl });
    const answer = await postEvents(fixed, signedEvent(tenant, { sent_at: now - age }));
    await fixed.close();
    expect(answer.results[0]?.code ?? answer.results[0]?.status).toBe(expected);
  });
});

describe('a batch', () => {
  test('has one result per event, in order, of mixed statuses', async () => {
    const event = signedEvent(tenant);
    const { status, body } = await post([
      event,
      event,
      { ...signedEvent(tenant), referrer: 'changed' },
      signedEvent(tenant, { revenue: -1 }),
      17,
      {},
      { event_id: 5 },
    ] as object[]);
    expect(status).toBe(200);
    expect(body.batch_size).toBe(7);
    expect(
      body.results?.map(({ status, code, event_id }) => [status, code ?? null, event_id === '']),
    ).toEqual([
      ['accepted', null, false],
      ['deduplicated', null, false],
      ['rejected', 'AUTH_ERROR', false],
      ['rejected', 'VALIDATION_ERROR', false],
      ['rejected', 'VALIDATION_ERROR', true],
      ['rejected', 'VALIDATION_ERROR', true],
      ['rejected', 'VALIDATION_ERROR', true],
    ]);
    expect(body.results?.[3]?.error).toMatch(/^revenue /);
  });

  test('may hold events of several accounts', async () => {
    const { results } = await post([signedEvent(tenant), signedEvent(other)]);
    expect(results.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
  });

  test('of 50 events is accepted; one of 51 is refused with 400 and nothing is stored', async () => {
    const events = Array.from({ length: 50 }, () => signedEvent(tenant));
    expect((await post(events)).results.filter(({ status }) => status === 'accepted')).toHaveLength(50);
    const before = await countStored(service);
    expect(await post([...events, signedEvent(tenant)])).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    });
    expect(await countStored(service)).toBe(before);
  });
});

describe('the request as a whole is answered', () => {
  test.each([
    ['malformed JSON', '{'],
    ['an empty body', ''],
    ['an empty array', '{"events":[]}'],
    ['events that are no array', '{"events":"all"}'],
    ['a bare array', '[{}]'],
    ['a number', '7'],
    ['null', 'null'],
    ['a NUL in the JSON text', '{"a":"\0"}'],
  ])('400 for %s', async (_name, body) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { error: expect.any(String), code: 'VALIDATION_ERROR' },
    });
  });

  test('400 for invalid UTF-8', async () => {
    expect(await post(new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]))).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('UTF-8'), code: 'VALIDATION_ERROR' },
    });
  });

  test.each(['br', 'deflate', 'gzip, gzip', 'zstd'])('400 for content-encoding %s', async (encoding) => {
    expect(await post(signedEvent(tenant), { 'content-encoding': encoding })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    });
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('405 for %s, naming what is allowed', async (method) => {
    const response = await service.request('/v1/ingest', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    expect(await response.json()).toMatchObject({ error: expect.any(String), code: 'VALIDATION_ERROR' });
  });

  test('under /functions/v1 as well', async () => {
    const response = await service.request('/functions/v1/ingest', {
      method: 'POST',
      headers: { 'x-forwarded-for': freshAddress() },
      body: JSON.stringify(signedEvent(tenant)),
    });
    expect(await response.json()).toMatchObject({ results: [{ status: 'accepted' }] });
  });

  test('whatever the content type', async () => {
    expect(await post(signedEvent(tenant), { 'content-type': 'text/plain' })).toMatchObject({ status: 200 });
  });

  test('to any origin, without credentials', async () => {
    const answer = await post(signedEvent(tenant), { origin: 'https://shop.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const preflight = await service.request('/v1/ingest', {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('content-encoding');
  });
});

describe('a body of', () => {
  test('256 KB is accepted', async () => {
    const body = eventOfSize(LIMIT);
    expect(body).toHaveLength(LIMIT);
    expect(await post(body)).toMatchObject({ status: 200, results: [{ status: 'accepted' }] });
  });

  test('256 KB and one byte is refused with 413', async () => {
    const body = eventOfSize(LIMIT + 1);
    expect(body).toHaveLength(LIMIT + 1);
    expect(await post(body)).toMatchObject({ status: 413, body: { code: 'VALIDATION_ERROR' } });
  });

  test('256 KB inflated is accepted, one byte more is refused with 413', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    expect(await post(gzipSync(eventOfSize(LIMIT)), gzip)).toMatchObject({
      status: 200,
      results: [{ status: 'accepted' }],
    });
    expect(await post(gzipSync(eventOfSize(LIMIT + 1)), gzip)).toMatchObject({ status: 413 });
  });

  test('10 KB that inflates to 10 MB is refused with 413', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024, ' '), { level: 9 });
    expect(bomb.byteLength).toBeLessThan(11 * 1024);
    expect(await post(bomb, { 'content-encoding': 'gzip' })).toMatchObject({ status: 413 });
  });

  test('1 MB is refused with 413', async () => {
    expect(await post('x'.repeat(1024 * 1024))).toMatchObject({ status: 413 });
  });

  test.each([
    ['with the header', { 'content-encoding': 'gzip' }],
    ['with the header in capitals', { 'content-encoding': 'GZIP' }],
    ['with its old name', { 'content-encoding': 'x-gzip' }],
    ['by its first bytes alone', {}],
    ['by its first bytes under identity', { 'content-encoding': 'identity' }],
  ])('gzip is inflated %s', async (_name, headers) => {
    const body = gzipSync(JSON.stringify(signedEvent(tenant)));
    expect(await post(body, headers as Record<string, string>)).toMatchObject({
      results: [{ status: 'accepted' }],
    });
  });

  test.each([
    ['is cut short', () => gzipSync('{}'.repeat(100)).subarray(0, 20)],
    ['has a wrong checksum', () => gzipSync('{}').map((byte, at) => (at === 14 ? byte ^ 1 : byte))],
    ['is none', () => Buffer.from('{}')],
    ['is empty', () => Buffer.alloc(0)],
  ])('gzip that %s is refused with 413', async (_name, make) => {
    const answer = await post(new Uint8Array(make()), { 'content-encoding': 'gzip' });
    expect(answer).toMatchObject({
      status: 413,
      body: { error: expect.stringContaining('does not decompress') },
    });
  });

  test('UTF-8 with a byte order mark is read without it', async () => {
    expect(await post(`\ufeff${JSON.stringify(signedEvent(tenant))}`)).toMatchObject({
      results: [{ status: 'accepted' }],
    });
  });
});

describe('what is stored', () => {
  async function rowOf(event: WireEvent) {
    const { results } = await post(event, { 'x-forwarded-for': '203.0.113.77' });
    expect(results[0]?.status).toBe('accepted');
    const { rows } = await service.services.workPool.query('select * from events where event_id = $1', [
      event.event_id,
    ]);
    return { row: rows[0] as Record<string, unknown>, arrivedAt: results[0]?.server_timestamp ?? 0 };
  }

  test('of an event with every field', async () => {
    const uuid = randomUUID();
    const now = Date.now();
    const event = signedEvent(tenant, {
      event_type: 'purchase',
      timestamp: now - 5000,
      sent_at: now,
      age_ms: 60_000,
      gaid: '38400000-8cf0-11bd-b23e-10b96e40000d',
      android_id: 'a1b2',
      installation_id: uuid.toUpperCase(),
      user_id: 'user-1',
      device_fingerprint_components: { user_agent: 'ua', device_model: 'm', os_version: '14', extra: 1 },
      click_id: uuid,
      campaign_id: uuid,
      channel: 'influencer',
      referrer: 'utm_source=x',
      referrer_click_ts: 1_767_225_600,
      install_begin_ts: 1_767_225_601,
      device_model: 'SM-A155F',
      os_name: 'Android',
      os_version: '14',
      app_version: '1.2.3',
      screen_resolution: '1080x2340',
      event_properties: { b: 1, a: { z: '\0' } },
      revenue: 49.9,
      currency: 'NGN',
      custom_event_name: 'bought',
      integrity_token: 'it',
      push_token: 'pt',
    });
    const { row, arrivedAt } = await rowOf(event);
    expect(row).toMatchObject({
      customer_id: tenant.accountId,
      app_id: tenant.appId,
      event_type: 'purchase',
      occurred_at: new Date(arrivedAt - 60_000),
      received_at: new Date(arrivedAt),
      client_timestamp: String(now - 5000),
      sent_at: String(now),
      age_ms: '60000',
      sdk_version: 'test-1.0',
      installation_id: uuid,
      gaid: '38400000-8cf0-11bd-b23e-10b96e40000d',
      android_id: 'a1b2',
      user_id: 'user-1',
      click_id: uuid,
      campaign_id: uuid,
      channel: 'influencer',
      referrer: 'utm_source=x',
      referrer_click_ts: '1767225600',
      install_begin_ts: '1767225601',
      device_model: 'SM-A155F',
      os_name: 'Android',
      os_version: '14',
      app_version: '1.2.3',
      screen_resolution: '1080x2340',
      fingerprint_components: '{"user_agent":"ua","device_model":"m","os_version":"14"}',
      ip_network: '203.0.113.0/24',
      event_properties: '{"b":1,"a":{"z":"\\u0000"}}',
      revenue: '49.9',
      currency: 'NGN',
      custom_event_name: 'bought',
      integrity_token: 'it',
      push_token: 'pt',
    });
    expect(row.device_key).toMatch(/^[0-9a-f-]{36}$/);
    expect(row.fingerprint_hash).toHaveLength(32);
  });

  test('of an event without optional fields is null for each', async () => {
    const { row } = await rowOf(signedEvent(tenant));
    for (const name of ['sent_at', 'gaid', 'device_key', 'revenue', 'event_properties', 'fingerprint_hash']) {
      expect(row[name], name).toBeNull();
    }
  });

  test('of an event is reported by its decoded names, and never by internal names', async () => {
    const event = signedEvent(tenant, {
      device_model: 'tricky "model" \\ \u{1f600}',
      occurred_at_ms: 0,
      received_at: 'x',
      device_key: 'x',
      client_timestamp: 'x',
    });
    const text = JSON.stringify(event)
      .replace('"device_model"', '"\\u0064evice\\u005fmodel"')
      .replace('tricky', '\\u0074ricky');
    const { results } = await post(text);
    expect(results[0]).toMatchObject({ status: 'accepted' });
    const { rows } = await service.services.workPool.query(
      'select device_model, device_key, occurred_at > $2 as recent from events where event_id = $1',
      [event.event_id, new Date(0)],
    );
    expect(rows).toEqual([{ device_model: event.device_model, device_key: null, recent: true }]);
  });

  test('of numbers is their value, in any notation', async () => {
    const text = JSON.stringify(
      signedEvent(tenant, { event_id: 'numbers-1', timestamp: 7, sent_at: 8, age_ms: 9, revenue: 10 }),
    );
    const written = text
      .replace(':7,', ':0.7e1,')
      .replace(':8,', `:${Date.now()}.0,`)
      .replace(':9,', ':9E0,')
      .replace(':10,', ':10.500,');
    const { signature: _, ...unsigned } = JSON.parse(written) as WireEvent;
    const signed = written.replace(/"[0-9a-f]{64}"/, JSON.stringify(signedEvent(tenant, unsigned).signature));
    expect((await post(signed)).results[0]).toMatchObject({ status: 'accepted' });
    const { rows } = await service.services.workPool.query(
      'select client_timestamp, age_ms, revenue from events where event_id = $1',
      ['numbers-1'],
    );
    expect(rows).toEqual([{ client_timestamp: '7', age_ms: '9', revenue: '10.500' }]);
  });

  test('of an all-zero gaid is nothing, although it was signed', async () => {
    const gaid = '00000000-0000-0000-0000-000000000000';
    const { row } = await rowOf(signedEvent(tenant, { gaid }));
    expect([row.gaid, row.device_key]).toEqual([null, null]);
    expect(await onlyCode({ ...signedEvent(tenant), gaid })).toBe('AUTH_ERROR');
  });
});

describe('accounts and apps', () => {
  test('that are deactivated are unknown, and known again when they are activated', async () => {
    const { services } = service;
    const mine = await createTenant(service);
    for (const [table, id] of [
      ['apps', mine.appId],
      ['accounts', mine.accountId],
    ]) {
      const set = async (active: boolean) => {
        await services.workPool.query(`update ${table} set active = $2 where id = $1`, [id, active]);
        const announced = new Promise<void>((resolve) => services.changes.subscribe(() => resolve()));
        await services.workPool.query('select pg_notify($1, $2)', [
          'tributary_changes',
          JSON.stringify({ kind: 'app', id: mine.appId }),
        ]);
        await announced;
      };
      expect(await onlyCode(signedEvent(mine))).toBe('accepted');
      await set(false);
      expect(await onlyCode(signedEvent(mine))).toBe('AUTH_ERROR');
      await set(true);
    }
    expect(await onlyCode(signedEvent(mine))).toBe('accepted');
  });
});

test('GET /v1/ingest/health says that ingest is alive, to anyone', async () => {
  const response = await service.request('/v1/ingest/health');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok', service: 'ingest' });
});

test('results, batch sizes and the queue are measured', async () => {
  await post([signedEvent(tenant), {}]);
  const metrics = await service.services.metrics.registry.metrics();
  expect(metrics).toMatch(/tributary_ingest_events_total\{status="accepted",code=""\} \d+/);
  expect(metrics).toMatch(/tributary_ingest_events_total\{status="rejected",code="VALIDATION_ERROR"\} \d+/);
  expect(metrics).toMatch(/tributary_ingest_request_events_count \d+/);
  expect(metrics).toMatch(/tributary_ingest_commit_seconds_count [1-9]/);
  expect(metrics).toMatch(/tributary_ingest_queue_events 0/);
});

test('only the service’s clock counts', async () => {
  skew = 11 * minute;
  const code = await onlyCode(signedEvent(tenant));
  skew = 0;
  expect(code).toBe('AUTH_ERROR');
});
