import { beforeAll, describe, expect, test } from 'vitest';
import { FUNCTION_ROUTES } from '../../api/function-routes.ts';
import { appRouter, isProcedure } from '../../api/router.ts';
import { createFakeOutside } from '../../links/domains/testing/fake-outside.ts';
import type { ProcedureFacts } from '../../platform/http/procedures/procedure-facts.ts';
import { callTrpc } from '../call-trpc.ts';
import { perSuite } from '../per-suite.ts';
import { TEST_ANON_KEY } from '../test-service.ts';
import { freshAddress, type Person, signIn } from '../test-tenant.ts';
import { useService } from '../use-service.ts';
import { PROCEDURES } from './caller-matrix.ts';
import { CALLERS, type Caller } from './callers.ts';
import { ENDPOINTS, REPORTS } from './endpoint-matrix.ts';
import type { MatrixRow, PublicRow } from './matrix-row.ts';
import { createMatrixWorld } from './matrix-world.ts';

const service = useService({
  outside: createFakeOutside(),
  env: { METRICS_TOKEN: 'metrics-token-for-tests' },
});
const world = perSuite(() => createMatrixWorld(service));
const expired = perSuite(() => signIn(service, world.tenant.owner.email));
beforeAll(async () => {
  await service.services.workPool.query(
    `update auth_sessions set expires_at = now() - interval '1 second' where token = $1`,
    [expired.token.split('.')[0]],
  );
});

describe('the matrix lists', () => {
  test('every procedure', () => {
    expect(Object.keys(PROCEDURES).sort()).toEqual(flatProcedures().sort());
  });

  test('every endpoint', () => {
    const functions = FUNCTION_ROUTES.flatMap((route) =>
      Object.keys(route.methods).map((method) => `${method} /v1/${route.path}`),
    );
    expect(Object.keys(ENDPOINTS).sort()).toEqual([...functions, ...otherRoutes()].sort());
  });
});

describe.each(Object.entries(PROCEDURES))('%s answers', (name, row) => {
  test.each(callsOf(row))('%s with %i', async (caller, status) => {
    await resetSessions();
    const args = row.args?.(world) ?? {};
    const response = await service.request(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { ...headersOf(caller), 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
    expect(await statusAndBody(response)).toMatchObject({ status });
    await resetSessions();
    expect(await callTrpc(service, name, row.args?.(world) ?? {}, headersOf(caller))).toMatchObject({
      status: status === 204 ? 200 : status,
    });
  });
});

describe.each(Object.entries(REPORTS))('the resource %s answers', (resource, expected) => {
  test.each(CALLERS.map((caller, column) => [caller, expected[column] ?? 0] as const))(
    '%s with %i',
    async (caller, status) => {
      await resetSessions();
      const app_id = world.tenant.appId;
      const headers = headersOf(caller);
      const path = `/v1/analytics?${new URLSearchParams({ resource, app_id })}`;
      const json = await service.request(path, { headers });
      expect(await statusAndBody(json)).toMatchObject({ status });
      const csv = await service.request(path, { headers: { ...headers, accept: 'text/csv' } });
      expect(await statusAndBody(csv)).toMatchObject({ status });
      const typed = await callTrpc(service, `analytics.${resource}`, { app_id }, headers);
      // Its procedures need the apikey header, as all do; the endpoint does not.
      expect(typed).toMatchObject({ status: caller === 'no apikey' ? 401 : status });
    },
  );
});

describe.each(Object.entries(ENDPOINTS))('%s answers', (endpoint, row) => {
  test.each(callsOf(row))('%s with %i', async (caller, status) => {
    await resetSessions();
    const [verb = '', path = ''] = endpoint.split(' ');
    const method = verb === 'ANY' ? 'DELETE' : verb;
    const args = row.args?.(world);
    const body = method === 'POST' ? JSON.stringify(args ?? {}) : undefined;
    const query = method === 'GET' && args ? `?${new URLSearchParams(args as Record<string, string>)}` : '';
    const response = await service.request(path + query, {
      method,
      headers: headersOf(caller),
      ...(body && { body }),
    });
    expect(await statusAndBody(response)).toMatchObject({ status });
  });
});

test('the audit log has what procedures say of themselves that it has', async () => {
  const { rows } = await service.services.workPool.query<{ action: string }>(
    'select distinct action from audit_log',
  );
  const written = new Set(rows.map(({ action }) => action));
  // The matrix gives a member the role that they have, which changes nothing.
  const done = flatProcedures().filter(
    (name) => name !== 'update_member_role' && callsOf(PROCEDURES[name]).some(([, status]) => status < 300),
  );
  const wrong = done.filter((name) => factsOf(name).audited !== written.has(name));
  expect(wrong).toEqual([]);
});

/** What is the same for everybody is called once: by nobody, or where even an owner is refused by that one. */
function callsOf(row: MatrixRow | PublicRow | undefined): (readonly [Caller | 'nobody', number])[] {
  const expected = row?.expected ?? [];
  if (typeof expected === 'number') return [[[401, 403].includes(expected) ? 'owner' : 'nobody', expected]];
  return CALLERS.map((caller, column) => [caller, expected[column] ?? 0]);
}

function factsOf(name: string): ProcedureFacts {
  const procedures: Readonly<Record<string, object>> = appRouter._def.procedures;
  return Reflect.get(procedures[name] ?? {}, '_def').meta;
}

function flatProcedures(): string[] {
  return Object.keys(appRouter._def.procedures).filter((name) => isProcedure(name));
}

/**
 * Routes other than function endpoints and sign-in (http/sign-in.test.ts); the transports' mounts are covered by the
 * procedures.
 */
function otherRoutes(): string[] {
  const transports = ['/*', '/rest/v1/rpc/:procedure', '/trpc/*'];
  // Of links/domains/own-host-only.route.ts: they pass on what they do not refuse.
  const guards = ['/', '/api/*', '/docs/*', '/invitation', '/openapi.json', '/packages/*', '/reset-password'];
  const mounted = service.app.routes
    .filter(({ path }) => !transports.includes(path) && !/^(\/functions\/v1|\/v1|\/api\/auth)\//.test(path))
    .filter(({ method, path }) => method !== 'ALL' || !guards.includes(path))
    .map(({ method, path }) => `${method === 'ALL' ? 'ANY' : method} ${path}`);
  return [...new Set(mounted)];
}

function headersOf(caller: Caller | 'nobody'): Record<string, string> {
  const authorization = (person: Person) => ({ authorization: `Bearer ${person.token}` });
  const common = { 'x-forwarded-for': freshAddress() };
  if (caller === 'nobody') return common;
  if (caller === 'no apikey') return { ...common, ...authorization(world.people.owner) };
  if (caller === 'no session') return { ...common, apikey: TEST_ANON_KEY };
  const person = caller === 'expired session' ? expired : world.people[caller];
  return { ...common, apikey: TEST_ANON_KEY, ...authorization(person) };
}

/** A row that moves a session to another account must not affect the rows after it. */
async function resetSessions(): Promise<void> {
  const members = ['viewer', 'marketer', 'developer', 'owner', 'member of another team'] as const;
  await service.services.workPool.query(
    'update auth_sessions set active_account_id = $1 where user_id = any($2::uuid[])',
    [world.tenant.accountId, members.map((who) => world.people[who].userId)],
  );
  const outsiders = [world.people['no account'].userId, world.people['other tenant'].userId];
  await service.services.workPool.query(
    `update auth_sessions set active_account_id =
       (select customer_id::text from team_members m where m.user_id = auth_sessions.user_id and m.user_id <> $2
        order by created_at limit 1)
     where user_id = any($1::uuid[])`,
    [outsiders, world.people['no account'].userId],
  );
}

async function statusAndBody(response: Response): Promise<{ status: number; body: string }> {
  return { status: response.status, body: await response.text() };
}
