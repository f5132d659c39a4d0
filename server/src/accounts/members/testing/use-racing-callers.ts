import { afterAll, beforeAll, beforeEach } from 'vitest';
import { join } from '../../../testing/invite.ts';
import { serveOverHttp } from '../../../testing/serve-over-http.ts';
import { startTestService, TEST_ANON_KEY, type TestService } from '../../../testing/test-service.ts';
import { createTenant, type Person, signUp, type Tenant } from '../../../testing/test-tenant.ts';

export const CALLERS = 20;
export const ROUNDS = 3;

/** Two instances on one database, each served on a socket, and for each test an account whose members race. */
export function useRacingCallers() {
  let instances: (TestService & { origin: string })[];
  const race = { tenant: {} as Tenant };
  let turn = 0;
  beforeAll(async () => {
    const one = await serveOverHttp(await startTestService());
    instances = [one, await serveOverHttp(await startTestService({ databaseUrl: one.databaseUrl }))];
  });
  afterAll(async () => {
    for (const instance of instances.reverse()) await instance.close();
  });
  beforeEach(async () => {
    race.tenant = await createTenant(service());
  });
  const service = () => instances[0] as TestService;

  /** Calls a procedure as a user, alternating between the instances; returns the status. */
  async function call(who: Person, name: string, args: object): Promise<number> {
    const instance = instances[turn++ % instances.length] as TestService;
    const response = await instance.request(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: TEST_ANON_KEY,
        authorization: `Bearer ${who.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(args),
    });
    await response.arrayBuffer();
    return response.status;
  }

  async function countOf(text: string, values: readonly unknown[]): Promise<number> {
    const { rows } = await service().services.workPool.query(`select count(*)::int as n from ${text}`, [
      ...values,
    ]);
    return rows[0].n;
  }

  return {
    race,
    service,
    call,
    countOf,
    owners: (teamId: string) => countOf(`team_members where team_id = $1 and role = 'owner'`, [teamId]),
    async makeOwner(): Promise<Person> {
      const person = await signUp(service());
      await join(race.tenant, person, { p_role: 'owner' });
      return person;
    },
  };
}

/** So many at once. */
export const many = <T>(make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CALLERS }, (_, n) => make(n)));

/** How often each status came. */
export function counted(statuses: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
