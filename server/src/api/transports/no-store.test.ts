import { describe, expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

const CALLS = [
  ['create_access_token', { p_label: 'a', p_role: 'viewer' }],
  ['list_accounts', {}],
  ['create_access_token', { p_role: 1 }],
  ['export_my_account_data', {}],
] as const;

const headers = (token?: string) => ({
  apikey: TEST_ANON_KEY,
  'content-type': 'application/json',
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
});

describe('no cache keeps what a procedure answers', () => {
  test.each(CALLS)('%s, over REST', async (name, args) => {
    for (const token of [tenant.owner.token, undefined]) {
      const init = { method: 'POST', headers: headers(token), body: JSON.stringify(args) };
      const answer = await service.request(`/rest/v1/rpc/${name}`, init);
      await answer.text();
      expect([answer.status < 500, answer.headers.get('cache-control')]).toEqual([true, 'no-store']);
    }
  });

  test.each(CALLS)('%s, over tRPC', async (name, args) => {
    for (const token of [tenant.owner.token, undefined]) {
      const body = JSON.stringify({ json: args });
      const posted = await service.request(`/trpc/${name}`, {
        method: 'POST',
        headers: headers(token),
        body,
      });
      const path = `/trpc/${name}?input=${encodeURIComponent(body)}`;
      const got = await service.request(path, { headers: headers(token) });
      const byLine = await service.request(`/trpc/${name}?batch=1`, {
        method: 'POST',
        headers: { ...headers(token), 'trpc-accept': 'application/jsonl' },
        body: JSON.stringify({ 0: { json: args } }),
      });
      for (const answer of [posted, got, byLine]) {
        await answer.text();
        expect([answer.status < 500, answer.headers.get('cache-control')]).toEqual([true, 'no-store']);
      }
    }
  });
});

test('no cache keeps a new key', async () => {
  for (const token of [tenant.owner.token, undefined]) {
    const body = JSON.stringify({ app_id: tenant.appId });
    const answer = await service.request('/v1/generate-key', {
      method: 'POST',
      headers: headers(token),
      body,
    });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([token ? 200 : 401, 'no-store']);
  }
});
