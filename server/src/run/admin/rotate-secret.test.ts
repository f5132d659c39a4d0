import { beforeAll, describe, expect, test } from 'vitest';
import { createKeyring } from '../../platform/auth/secrets/keyring.ts';
import { createMatrixWorld } from '../../testing/matrix/matrix-world.ts';
import { startTestService, TEST_ANON_KEY, type TestService } from '../../testing/test-service.ts';
import { createTenant, freshAddress, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { runAdmin } from './run-admin.ts';

const NEW = 'the-service-secret-after-the-rotation-0123456789';
const UNKNOWN = 'a-service-secret-that-nobody-knows-any-more-012345';

let tenant: Tenant;
let old: string;
const service = useService();
beforeAll(async () => {
  tenant = (await createMatrixWorld(service)).tenant;
  old = service.services.secrets.serviceSecret;
});

const sealsOf = (serviceSecret: string) =>
  createKeyring({ serviceSecret, previousServiceSecret: undefined }).sealsBeginWith;

async function rotate(serviceSecret: string, previousServiceSecret: string | undefined): Promise<string[]> {
  const lines: string[] = [];
  const config = { ...service.services.config, serviceSecret, previousServiceSecret };
  await runAdmin(config, ['rotate-secret'], (line) => lines.push(line));
  return lines;
}

/** How many texts in the whole database begin with something, by column. */
async function countTexts(beginning: string): Promise<Record<string, number>> {
  const { workPool } = service.services;
  const { rows } = await workPool.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns join information_schema.tables using (table_name)
     where columns.table_schema = current_schema() and table_type = 'BASE TABLE' and data_type = 'text'`,
  );
  const counts: Record<string, number> = {};
  for (const { table_name, column_name } of rows) {
    const found = await workPool.query<{ n: number }>(
      `select count(*)::int as n from ${table_name} where starts_with("${column_name}", $1)`,
      [beginning],
    );
    const n = found.rows[0]?.n ?? 0;
    if (n > 0) counts[`${table_name}.${column_name}`] = n;
  }
  return counts;
}

/** An instance with these secrets on the same database. */
async function withInstance<R>(
  secrets: { SERVICE_SECRET: string; SERVICE_SECRET_PREVIOUS?: string },
  run: (instance: TestService) => Promise<R>,
): Promise<R> {
  const instance = await startTestService({ databaseUrl: service.databaseUrl, env: secrets });
  try {
    return await run(instance);
  } finally {
    await instance.close();
  }
}

const listApps = async (instance: TestService, token: string) => {
  const response = await instance.request('/rest/v1/rpc/list_apps', {
    method: 'POST',
    headers: { apikey: TEST_ANON_KEY, authorization: `Bearer ${token}` },
  });
  return response.status;
};
const listSessions = async (instance: TestService, token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': freshAddress() };
  return (await instance.request('/api/auth/list-sessions', { headers })).status;
};
const resolveKey = async (instance: TestService) => {
  const headers = { 'x-service-api-key': tenant.apiKey, 'x-forwarded-for': freshAddress() };
  const response = await instance.request('/v1/resolve-key', { headers });
  return ((await response.json()) as { sdk_secret?: string }).sdk_secret;
};

test('needs the previous secret', async () => {
  await expect(rotate(NEW, undefined)).rejects.toThrow('SERVICE_SECRET_PREVIOUS');
});

describe('rotate-secret', () => {
  test('leaves nothing in the database under the old secret, and loses nothing', async () => {
    const before = await countTexts(sealsOf(old));
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        'apps.signing_secret',
        'payment_webhooks.signing_secret',
        'payment_payloads.sealed',
      ]),
    );
    const total = Object.values(before).reduce((sum, n) => sum + n, 0);
    expect(await rotate(NEW, old)).toEqual([
      `${total} secrets re-encrypted`,
      expect.stringContaining('remove SERVICE_SECRET_PREVIOUS'),
    ]);
    expect(await countTexts(sealsOf(old))).toEqual({});
    expect(await countTexts(sealsOf(NEW))).toEqual(before);
    expect(await withInstance({ SERVICE_SECRET: NEW }, resolveKey)).toBe(tenant.sdkSecret);
    const { rows } = await service.services.workPool.query<{ payment_event_id: string; sealed: string }>(
      'select payment_event_id, sealed from payment_payloads',
    );
    const keyring = createKeyring({ serviceSecret: NEW, previousServiceSecret: undefined });
    for (const row of rows)
      expect(JSON.parse(keyring.open('payment-payload', row.payment_event_id, row.sealed))).toBeTruthy();
  });

  test('has nothing to do a second time, and rotates back', async () => {
    expect((await rotate(NEW, old))[0]).toBe('0 secrets re-encrypted');
    const count = Object.values(await countTexts(sealsOf(NEW))).reduce((sum, n) => sum + n, 0);
    expect((await rotate(old, NEW))[0]).toBe(`${count} secrets re-encrypted`);
    expect(await resolveKey(service)).toBe(tenant.sdkSecret);
  });

  test('names what it cannot decrypt, after re-encrypting everything else', async () => {
    const id = tenant.appId;
    const lost = createKeyring({ serviceSecret: UNKNOWN, previousServiceSecret: undefined });
    const set = (sealed: string) =>
      service.services.workPool.query('update apps set signing_secret = $2 where id = $1', [id, sealed]);
    const { rows } = await service.services.workPool.query('select signing_secret from apps where id = $1', [
      id,
    ]);
    await set(lost.seal('app-signing-secret', id, 'x'));
    await expect(rotate(NEW, old)).rejects.toThrow(
      `1 secrets cannot be decrypted with SERVICE_SECRET or SERVICE_SECRET_PREVIOUS: apps ${id}`,
    );
    expect(await countTexts(sealsOf(old))).toEqual({});
    await set(rows[0].signing_secret);
    await rotate(old, NEW);
  });
});

describe('while SERVICE_SECRET is replaced', () => {
  const both = { SERVICE_SECRET: NEW, SERVICE_SECRET_PREVIOUS: '' };
  beforeAll(() => {
    both.SERVICE_SECRET_PREVIOUS = old;
  });

  test('sessions that began before it stay valid', async () => {
    const { token } = tenant.owner;
    await withInstance(both, async (instance) => {
      expect(await listApps(instance, token)).toBe(200);
      expect(await listApps(instance, decodeURIComponent(token))).toBe(200);
      expect(await listSessions(instance, token)).toBe(200);
    });
  });

  test('sessions that begin meanwhile are valid on instances that still sign with the old secret but know both', async () => {
    const other = await withInstance(both, createTenant);
    const reversed = { SERVICE_SECRET: old, SERVICE_SECRET_PREVIOUS: NEW };
    expect(await withInstance(reversed, (instance) => listApps(instance, other.owner.token))).toBe(200);
    expect(await listApps(service, other.owner.token)).toBe(401);
  });

  test('a token with any other signature is refused', async () => {
    const [value = '', signature = ''] = tenant.owner.token.split('.');
    await withInstance(both, async (instance) => {
      for (const token of [
        value,
        `${value}.`,
        `x${value}.${signature}`,
        `${value}.${signature.slice(0, -1)}`,
      ])
        expect(await listApps(instance, token)).toBe(401);
    });
  });

  test('sessions that began before it end when the old secret is removed', async () => {
    expect(
      await withInstance({ SERVICE_SECRET: NEW }, (instance) => listApps(instance, tenant.owner.token)),
    ).toBe(401);
  });
});
