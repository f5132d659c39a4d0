import { describe, expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

const resolve = (key: string | undefined, { method = 'GET', from = freshAddress(), prefix = '/v1' } = {}) =>
  service.request(`${prefix}/resolve-key`, {
    method,
    headers: { 'x-forwarded-for': from, ...(key !== undefined && { 'x-service-api-key': key }) },
  });
const sql = (text: string, values: unknown[]) => service.services.workPool.query(text, values);

describe('GET /v1/resolve-key', () => {
  test.each(['/v1', '/functions/v1'])(
    'under %s gives ids, secret and remote configuration',
    async (prefix) => {
      const response = await resolve(tenant.apiKey, { prefix });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toEqual({
        customer_id: tenant.accountId,
        app_id: tenant.appId,
        sdk_secret: tenant.sdkSecret,
        config: {
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
        },
        overridden: [],
      });
    },
  );

  test('puts what the account overrides over the defaults', async () => {
    const other = await createTenant(service);
    await sql(
      'insert into sdk_configs (customer_id, batch_size, sampling_rate, updated_at) values ($1, 7, 0.25, now())',
      [other.accountId],
    );
    const body = (await (await resolve(other.apiKey)).json()) as { config: Record<string, unknown> };
    expect(body.config).toMatchObject({ batch_size: 7, sampling_rate: 0.25, flush_interval_ms: 30_000 });
  });

  test('stores only the hash of a key', async () => {
    const { rows } = await sql('select k::text as row from api_keys k where app_id = $1', [tenant.appId]);
    expect(rows[0].row).not.toContain(tenant.apiKey.slice(4));
  });

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['shorter than 16 characters', 'svc_0123'],
    ['malformed', `svc_${'G'.repeat(64)}`],
    ['in upper case', `svc_${'A'.repeat(64)}`],
    ['unknown', `svc_${'0'.repeat(64)}`],
  ])('answers 401 to a key that is %s', async (_name, key) => {
    const response = await resolve(key);
    expect(response.status).toBe(401);
    expect(Object.keys((await response.json()) as object)).toEqual(['error']);
  });

  test.each([
    ['the key is revoked', 'update api_keys set revoked_at = now() where app_id = $1'],
    ['the app is inactive', 'update apps set active = false where id = $1'],
    ['the app is deleted', 'update apps set deleted_at = now() where id = $1'],
    [
      'the account is inactive',
      'update accounts set active = false where id = (select customer_id from apps where id = $1)',
    ],
  ])('answers 401 at once when %s', async (_name, change) => {
    const other = await createTenant(service);
    expect((await resolve(other.apiKey)).status).toBe(200);
    await sql(change, [other.appId]);
    expect((await resolve(other.apiKey)).status).toBe(401);
  });

  test('answers 405 to other methods, naming those it has', async () => {
    const response = await resolve(tenant.apiKey, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, OPTIONS');
  });

  test('lets pages of any origin ask, without credentials', async () => {
    const preflight = await resolve(undefined, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-service-api-key');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await resolve(undefined)).headers.get('access-control-allow-origin')).toBe('*');
  });

  test('takes 30 requests a minute from an address, and answers the 31st with 429', async () => {
    const from = freshAddress();
    for (let request = 1; request <= 30; request++)
      expect((await resolve(undefined, { from })).status).toBe(401);
    const limited = await resolve(tenant.apiKey, { from });
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await resolve(tenant.apiKey)).status).toBe(200);
  });

  test('leaves the configuration out when it cannot be read', async () => {
    await sql('alter table sdk_configs rename to sdk_configs_away', []);
    try {
      const response = await resolve(tenant.apiKey);
      expect(response.status).toBe(200);
      expect(Object.keys((await response.json()) as object).sort()).toEqual([
        'app_id',
        'customer_id',
        'sdk_secret',
      ]);
    } finally {
      await sql('alter table sdk_configs_away rename to sdk_configs', []);
    }
  });
});
