import { createTRPCClient, httpLink } from '@trpc/client';
import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FUNCTION_ROUTES } from '../app.ts';
import { type AppRouter, appRouter, isProcedure } from '../router.ts';
import { CALLERS, type Caller, ENDPOINTS, type MatrixWorld, PROCEDURES } from './caller-matrix.ts';
import { startTestService, TEST_ANON_KEY, type TestService } from './test-service.ts';
import {
  addMember,
  addTeam,
  createTenant,
  freshAddress,
  type Person,
  signIn,
  signUp,
  type Tenant,
} from './test-tenant.ts';

let service: TestService;
let world: MatrixWorld;
let expired: Person;

beforeAll(async () => {
  service = await startTestService({ env: { METRICS_TOKEN: 'metrics-token-for-tests' } });
  const tenant = await createTenant(service);
  const otherTeam = await addTeam(service, tenant);
  world = {
    tenant,
    ...(await makeCampaignAndLink(tenant)),
    installId: await storeInstall(tenant),
    people: {
      'no account': await signUp(service),
      viewer: await addMember(service, tenant, 'viewer'),
      marketer: await addMember(service, tenant, 'marketer'),
      developer: await addMember(service, tenant, 'developer'),
      owner: tenant.owner,
      'member of another team': await addMember(service, tenant, 'developer', otherTeam),
      'other tenant': (await createTenant(service)).owner,
    },
  };
  expired = await signIn(service, tenant.owner.email);
  await service.services.workPool.query(
    `update auth_sessions set expires_at = now() - interval '1 second' where token = $1`,
    [expired.token.split('.')[0]],
  );
}, 60_000);

afterAll(() => service.close());

describe('the matrix lists', () => {
  it('every procedure', () => {
    expect(Object.keys(PROCEDURES).sort()).toEqual(flatProcedures().sort());
  });

  it('every endpoint', () => {
    const functions = FUNCTION_ROUTES.flatMap((route) =>
      Object.keys(route.methods).map((method) => `${method} /v1/${route.path}`),
    );
    expect(Object.keys(ENDPOINTS).sort()).toEqual([...functions, ...otherRoutes()].sort());
  });
});

describe.each(Object.entries(PROCEDURES))('%s answers', (name, row) => {
  it.each(CALLERS.map((caller, column) => [caller, row.expected[column]] as const))(
    '%s with %i',
    async (caller, status) => {
      await resetSessions();
      const args = row.args?.(world) ?? {};
      const response = await service.request(`/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { ...headersOf(caller), 'content-type': 'application/json' },
        body: JSON.stringify(args),
      });
      expect(await statusAndBody(response)).toMatchObject({ status });
      await resetSessions();
      expect(await trpcStatus(name, row.args?.(world), headersOf(caller))).toBe(
        status === 204 ? 200 : status,
      );
    },
  );
});

describe.each(Object.entries(ENDPOINTS))('%s answers', (endpoint, row) => {
  it.each(CALLERS.map((caller, column) => [caller, row.expected[column]] as const))(
    '%s with %i',
    async (caller, status) => {
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
    },
  );
});

async function makeCampaignAndLink({
  owner,
  appId,
}: Tenant): Promise<Pick<MatrixWorld, 'linkId' | 'campaignId'>> {
  const idOf = async (made: Promise<Response>) => ((await (await made).json()) as { id: string }).id;
  const link = { p_app_id: appId, p_slug: 'of-the-matrix', p_fallback_url: 'https://example.com/' };
  return {
    linkId: await idOf(owner.rpc('create_deep_link', link)),
    campaignId: await idOf(owner.rpc('create_campaign', { p_name: 'Spring', p_app_id: appId })),
  };
}

async function storeInstall({ accountId, appId }: Tenant): Promise<string> {
  const { rows } = await service.services.workPool.query<{ install_id: string }>(
    `insert into installs (customer_id, install_id, app_id, device_id, event_id, kind, installed_at, received_at)
     values ($1, gen_random_uuid(), $2, gen_random_uuid(), 'of-the-matrix', 'install', now(), now())
     returning install_id`,
    [accountId, appId],
  );
  return rows[0]?.install_id ?? '';
}

function flatProcedures(): string[] {
  return Object.keys(appRouter._def.procedures).filter((name) => isProcedure(name));
}

/** Routes beside the function endpoints and sign-in (http/sign-in.test.ts); the faces' mounts are covered by the procedures. */
function otherRoutes(): string[] {
  const faces = ['/*', '/rest/v1/rpc/:procedure', '/trpc/*'];
  const mounted = service.app.routes
    .filter(({ path }) => !faces.includes(path) && !/^(\/functions\/v1|\/v1|\/api\/auth)\//.test(path))
    .map(({ method, path }) => `${method === 'ALL' ? 'ANY' : method} ${path}`);
  return [...new Set(mounted)];
}

function headersOf(caller: Caller): Record<string, string> {
  const authorization = (person: Person) => ({ authorization: `Bearer ${person.token}` });
  const common = { 'x-forwarded-for': freshAddress() };
  if (caller === 'no apikey') return { ...common, ...authorization(world.people.owner) };
  if (caller === 'no session') return { ...common, apikey: TEST_ANON_KEY };
  const person = caller === 'expired session' ? expired : world.people[caller];
  return { ...common, apikey: TEST_ANON_KEY, ...authorization(person) };
}

/** A row that moves a session into another account must not decide the rows after it. */
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

async function trpcStatus(name: string, args: unknown, headers: Record<string, string>): Promise<number> {
  const seen: number[] = [];
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: 'http://service.test/trpc',
        transformer: superjson,
        headers,
        fetch: async (url, init) => {
          const response = await service.request(
            String(url).replace('http://service.test', ''),
            init as RequestInit,
          );
          seen.push(response.status);
          return response;
        },
      }),
    ],
  });
  const kind = Reflect.get(Reflect.get(appRouter._def.procedures, name), '_def').type as 'query' | 'mutation';
  const call = Reflect.get(client, name) as Record<string, (input: unknown) => Promise<unknown>>;
  await call[kind === 'query' ? 'query' : 'mutate']?.(args ?? {}).catch(() => {});
  return seen[0] ?? 0;
}

async function statusAndBody(response: Response): Promise<{ status: number; body: string }> {
  return { status: response.status, body: await response.text() };
}
