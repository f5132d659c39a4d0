import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { serveOverHttp } from '../../testing/serve-over-http.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { createTenant, freshAddress, type Tenant } from '../../testing/test-tenant.ts';

const DEFAULTS = {
  tracking_enabled: true,
  sampling_rate: 1,
  batch_size: 50,
  flush_interval_ms: 30_000,
  wifi_only_mode: true,
  suppress_on_low_battery: true,
  low_battery_threshold: 15,
  max_retry_attempts: 5,
  max_offline_queue_size: 10_000,
  ingest_endpoint: null,
};
const NOTHING = {
  config: DEFAULTS,
  inherited: DEFAULTS,
  overridden: [],
  notes: null,
  updated_at: null,
  updated_by: null,
};

let service: TestService;
/** Another instance on the same database. */
let other: TestService;
let tenant: Tenant;
beforeAll(async () => {
  service = await serveOverHttp(await startTestService());
  other = await serveOverHttp(await startTestService({ databaseUrl: service.databaseUrl }));
});
afterAll(async () => {
  await other.close();
  await service.close();
});
beforeEach(async () => {
  tenant = await createTenant(service);
});

const rpc = async (name: string, args: object = {}) => answerOf(tenant.owner.rpc(name, args));
const upsert = (args: object) => rpc('upsert_sdk_config', args);
const resolve = async (from: TestService) => {
  const headers = { 'x-service-api-key': tenant.apiKey, 'x-forwarded-for': freshAddress() };
  const resolved = await (await from.request('/v1/resolve-key', { headers })).json();
  const { config, overridden } = resolved as { config: object; overridden: string[] };
  return { config, overridden };
};

test('without overrides all settings have the platform’s defaults', async () => {
  expect(await rpc('get_sdk_config')).toEqual({ status: 200, body: NOTHING });
  expect(await resolve(service)).toEqual({ config: DEFAULTS, overridden: [] });
});

describe('upsert_sdk_config', () => {
  const ALL = {
    p_tracking_enabled: false,
    p_sampling_rate: 0.25,
    p_wifi_only_mode: false,
    p_batch_size: 10,
    p_flush_interval_ms: 60_000,
    p_suppress_on_low_battery: false,
    p_notes: 'fewer events during the sale',
  };

  test('overrides the given settings, for SDKs and for readers', async () => {
    const { status, body } = await upsert(ALL);
    expect(status).toBe(200);
    const config = {
      ...DEFAULTS,
      tracking_enabled: false,
      sampling_rate: 0.25,
      wifi_only_mode: false,
      batch_size: 10,
      flush_interval_ms: 60_000,
      suppress_on_low_battery: false,
    };
    const overridden = [
      'batch_size',
      'flush_interval_ms',
      'sampling_rate',
      'suppress_on_low_battery',
      'tracking_enabled',
      'wifi_only_mode',
    ];
    expect(body).toEqual({
      config,
      inherited: DEFAULTS,
      overridden,
      notes: ALL.p_notes,
      updated_at: expect.any(Number),
      updated_by: tenant.owner.userId,
    });
    expect((await rpc('get_sdk_config')).body).toEqual(body);
    expect(await resolve(service)).toEqual({ config, overridden });
  });

  test('inherits settings that are null or left out, but not false or 0', async () => {
    await upsert(ALL);
    await upsert({ p_sampling_rate: 0, p_wifi_only_mode: false, p_batch_size: null });
    expect(await resolve(service)).toEqual({
      config: { ...DEFAULTS, sampling_rate: 0, wifi_only_mode: false },
      overridden: ['sampling_rate', 'wifi_only_mode'],
    });
    expect((await rpc('get_sdk_config')).body.notes).toBeNull();
    await upsert({});
    expect(await resolve(service)).toEqual({ config: DEFAULTS, overridden: [] });
  });

  test('can override a setting with its default value', async () => {
    await upsert({ p_batch_size: 50 });
    expect(await resolve(service)).toEqual({ config: DEFAULTS, overridden: ['batch_size'] });
  });

  test.each([
    ['p_sampling_rate', [0, 0.001, 1], [-0.001, 1.001, '0.5']],
    ['p_batch_size', [1, 50], [0, 51, 1.5, '10']],
    ['p_flush_interval_ms', [1000, 86_400_000], [999, 86_400_001, 1000.5]],
    ['p_tracking_enabled', [true, false], ['true', 1]],
    ['p_notes', ['', 'x'.repeat(1000)], ['x'.repeat(1001), 'a\u0000b', 7]],
  ])('checks %s', async (name, right, wrong) => {
    for (const value of right) expect((await upsert({ [name]: value })).status).toBe(200);
    const before = (await rpc('get_sdk_config')).body;
    for (const value of wrong) {
      const { status, body } = await upsert({ p_wifi_only_mode: false, [name]: value });
      expect([value, status]).toEqual([value, 400]);
      expect(body.error).toMatch(new RegExp(`^${name}: must`));
    }
    expect((await rpc('get_sdk_config')).body).toEqual(before);
  });

  test('refuses other settings', async () => {
    expect(await upsert({ p_ingest_endpoint: 'https://example.com' })).toMatchObject({
      status: 400,
      body: { error: 'p_ingest_endpoint: unknown argument' },
    });
  });

  test('audits the settings before and after, with the notes', async () => {
    await upsert({ p_batch_size: 10, p_notes: 'try' });
    await upsert({ p_batch_size: 20, p_notes: 'try more' });
    await rpc('clear_sdk_config');
    const { items } = (await rpc('list_audit_log', { p_limit: 3 })).body;
    const entries = items.map(({ action, details }: { action: string; details: object }) => [
      action,
      details,
    ]);
    expect(entries).toMatchObject([
      ['clear_sdk_config', { before: { batch_size: 20 } }],
      ['upsert_sdk_config', { before: { batch_size: 10 }, after: { batch_size: 20 }, notes: 'try more' }],
      ['upsert_sdk_config', { before: null, after: { batch_size: 10 }, notes: 'try' }],
    ]);
  });
});

test('clear_sdk_config removes all overrides and the notes; a second call changes nothing', async () => {
  await upsert({ p_batch_size: 10, p_notes: 'try' });
  expect((await rpc('clear_sdk_config')).status).toBe(204);
  expect((await rpc('get_sdk_config')).body).toEqual(NOTHING);
  expect(await resolve(service)).toEqual({ config: DEFAULTS, overridden: [] });
  expect((await rpc('clear_sdk_config')).status).toBe(204);
  const { items } = (await rpc('list_audit_log', { p_limit: 2 })).body;
  expect(items).toMatchObject([{ action: 'clear_sdk_config' }, { action: 'upsert_sdk_config' }]);
});

test('every instance has a change once it was answered', async () => {
  for (let batch = 1; batch <= 20; batch++) {
    await upsert({ p_batch_size: batch });
    const resolved = await Promise.all([resolve(service), resolve(other)]);
    for (const { config } of resolved) expect(config).toMatchObject({ batch_size: batch });
  }
  await rpc('clear_sdk_config');
  expect(await resolve(other)).toEqual({ config: DEFAULTS, overridden: [] });
});

test('overrides apply to one account only', async () => {
  await upsert({ p_batch_size: 10 });
  tenant = await createTenant(service);
  expect(await resolve(service)).toEqual({ config: DEFAULTS, overridden: [] });
});

test('concurrent changes never mix', async () => {
  const one = { p_batch_size: 1, p_flush_interval_ms: 1000, p_notes: '1' };
  const two = { p_batch_size: 2, p_flush_interval_ms: 2000, p_notes: '2' };
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => upsert(n % 2 ? one : two)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const { config, notes } = (await rpc('get_sdk_config')).body;
  expect([config.batch_size * 1000, Number(notes) * 1000]).toEqual([
    config.flush_interval_ms,
    config.flush_interval_ms,
  ]);
});
