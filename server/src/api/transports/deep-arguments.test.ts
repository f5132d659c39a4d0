import { describe, expect, test } from 'vitest';
import { SIGN_IN_ENDPOINTS } from '../../accounts/sign-in/sign-in-endpoints.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { appRouter, isProcedure } from '../router.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

/** More than the stacks of Node and PostgreSQL take, in less than a request may have. */
const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"x":'.repeat(levels)}1${'}'.repeat(levels)}`;

interface Definition {
  readonly _def: { readonly type: string; readonly inputs: readonly { readonly shape?: object }[] };
}

const PROCEDURES = Object.entries(appRouter._def.procedures as unknown as Record<string, Definition>).map(
  ([name, { _def }]) => ({
    name,
    isQuery: _def.type === 'query',
    argument: _def.inputs.flatMap(({ shape = {} }) => Object.keys(shape))[0] ?? 'x',
  }),
);

const headersOf = () => ({
  apikey: TEST_ANON_KEY,
  authorization: `Bearer ${tenant.owner.token}`,
  'content-type': 'application/json',
  'x-forwarded-for': freshAddress(),
});

const post = (path: string, body: string) =>
  service.request(path, { method: 'POST', headers: headersOf(), body });

describe('an argument that is nested without end is named, whatever takes it', () => {
  test.each(PROCEDURES.filter(({ name }) => isProcedure(name)))('$name', async ({ name, argument }) => {
    for (const deep of [lists(100_000), objects(20_000)]) {
      const response = await post(`/rest/v1/rpc/${name}`, `{"${argument}":${deep}}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: `${argument}: is nested deeper than 64 levels` });
    }
  });

  test.each(PROCEDURES.filter(({ isQuery }) => isQuery))('$name over tRPC', async ({ name, argument }) => {
    const inputs = [`{"json":{"${argument}":${lists(3000)}}}`, `{"json":${lists(3000)}}`];
    for (const input of inputs) {
      const path = `/trpc/${name}?input=${encodeURIComponent(input)}`;
      const response = await service.request(path, { headers: headersOf() });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('is nested deeper than 64 levels');
    }
  });

  test.each(['migration-importer/start', 'link-importer/start', 'generate-key'])('%s', async (name) => {
    const response = await post(`/v1/${name}`, `{"app_id":${lists(100_000)}}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'app_id: is nested deeper than 64 levels' });
  });

  test.each(SIGN_IN_ENDPOINTS.filter(({ method }) => method === 'POST'))('$path', async ({ path }) => {
    const response = await post(`/api/auth${path}`, `{"email":${lists(7000)}}`);
    expect(response.status).toBe(400);
  });
});

test('64 levels are taken, and judged by the argument', async () => {
  const judged = async (levels: number) =>
    (await post('/rest/v1/rpc/list_apps', `{"p_limit":${lists(levels)}}`)).json();
  expect(await judged(64)).toMatchObject({ error: 'p_limit: must be a whole number' });
  expect(await judged(65)).toMatchObject({ error: 'p_limit: is nested deeper than 64 levels' });
});
