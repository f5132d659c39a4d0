import { expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

test('a key is listed without its text, stops at once when revoked, and leaves the list only then', async () => {
  const { owner, keyId, apiKey, appId } = tenant;
  const list = async () =>
    (await (await owner.rpc('list_api_keys', { p_app_id: appId })).json()) as { items: object[] };
  const resolve = async () =>
    (
      await service.request('/v1/resolve-key', {
        headers: { 'x-service-api-key': apiKey, 'x-forwarded-for': freshAddress() },
      })
    ).status;

  expect((await list()).items).toEqual([
    expect.objectContaining({
      id: keyId,
      app_id: appId,
      label: 'SDK Key',
      status: 'active',
      revoked_at: null,
    }),
  ]);
  expect(JSON.stringify(await list())).not.toContain(apiKey.slice(4));
  expect((await owner.rpc('delete_api_key', { p_key_id: keyId })).status).toBe(409);
  expect(await resolve()).toBe(200);

  const revoked = await Promise.all(
    Array.from({ length: 8 }, async () => (await owner.rpc('revoke_api_key', { p_key_id: keyId })).status),
  );
  expect(revoked.toSorted()).toEqual([204, ...Array(7).fill(409)]);
  expect(await (await owner.rpc('revoke_api_key', { p_key_id: keyId })).json()).toMatchObject({
    error: 'the key is already revoked',
  });
  expect(await resolve()).toBe(401);
  expect((await list()).items).toMatchObject([
    { id: keyId, status: 'revoked', revoked_at: expect.any(Number) },
  ]);

  expect((await owner.rpc('delete_api_key', { p_key_id: keyId })).status).toBe(204);
  expect((await list()).items).toEqual([]);
  expect((await owner.rpc('delete_api_key', { p_key_id: keyId })).status).toBe(404);
  const { rows } = await service.services.workPool.query(
    `select action from audit_log where target_id = $1 order by happened_at`,
    [keyId],
  );
  expect(rows.map(({ action }) => action)).toEqual(['generate_key', 'revoke_api_key', 'delete_api_key']);
});
