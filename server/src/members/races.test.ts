import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invite, join } from '../testing/invite.ts';
import { serveOverHttp } from '../testing/serve-over-http.ts';
import { startTestService, TEST_ANON_KEY, type TestService } from '../testing/test-service.ts';
import { createTenant, type Person, signIn, signUp, type Tenant } from '../testing/test-tenant.ts';

const CALLERS = 20;
const ROUNDS = 3;

/** Two instances on one database, each served on a socket. */
let instances: (TestService & { origin: string })[];
let tenant: Tenant;
beforeAll(async () => {
  const one = await serveOverHttp(await startTestService());
  instances = [one, await serveOverHttp(await startTestService({ databaseUrl: one.databaseUrl }))];
});
afterAll(async () => {
  for (const instance of instances.reverse()) await instance.close();
});
beforeEach(async () => {
  tenant = await createTenant(service());
});

const service = () => instances[0] as TestService;

/** Calls a procedure as a user, alternating between the instances. */
let turn = 0;
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

const many = <T>(make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CALLERS }, (_, n) => make(n)));

function counted(statuses: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function countOf(text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await service().services.workPool.query(`select count(*)::int as n from ${text}`, [
    ...values,
  ]);
  return rows[0].n;
}

const owners = (teamId: string) => countOf(`team_members where team_id = $1 and role = 'owner'`, [teamId]);

async function makeOwner(): Promise<Person> {
  const person = await signUp(service());
  await join(tenant, person, { p_role: 'owner' });
  return person;
}

describe(`with ${CALLERS} callers at once`, () => {
  test('one accepts an invitation', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const person = await signUp(service());
      const sessions = [person, await signIn(service(), person.email)];
      const { token } = await invite(tenant, person.email);
      const statuses = await many((n) =>
        call(sessions[n % 2] as Person, 'accept_invitation', { p_token: token }),
      );
      expect(counted(statuses)).toEqual({ 200: 1, 409: CALLERS - 1 });
      expect(await countOf('team_members where user_id = $1', [person.userId])).toBe(1);
    }
  });

  test('one of many invitations of a user into a team is accepted', async () => {
    const person = await signUp(service());
    const tokens = await many(async () => (await invite(tenant, person.email)).token);
    const statuses = await many((n) => call(person, 'accept_invitation', { p_token: tokens[n] }));
    expect(counted(statuses)).toEqual({ 200: 1, 409: CALLERS - 1 });
    expect(await countOf('team_members where user_id = $1', [person.userId])).toBe(1);
  });

  test('either an acceptance or a withdrawal succeeds', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const person = await signUp(service());
      const { token, invitation_id } = await invite(tenant, person.email);
      const statuses = await many((n) =>
        n % 2
          ? call(person, 'accept_invitation', { p_token: token })
          : call(tenant.owner, 'revoke_invitation', { p_invitation_id: invitation_id }),
      );
      const { 409: refused, ...won } = counted(statuses);
      expect(refused).toBe(CALLERS - 1);
      const joined = await countOf('team_members where user_id = $1', [person.userId]);
      expect(won).toEqual(joined === 1 ? { 200: 1 } : { 204: 1 });
    }
  });

  test('exactly as many apps are created as the plan allows', async () => {
    await service().services.workPool.query(`update accounts set plan = 'growth' where id = $1`, [
      tenant.accountId,
    ]);
    const statuses = await many((n) =>
      call(tenant.owner, 'create_app', { p_name: 'A', p_bundle_id: `com.example.n${n}` }),
    );
    expect(counted(statuses)).toEqual({ 200: 9, 403: CALLERS - 9 });
    expect(await countOf('apps where customer_id = $1', [tenant.accountId])).toBe(10);
  });

  test('no app is created in a team after it was archived', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const made = await tenant.owner.rpc('create_team', { p_name: 'T' });
      const p_team_id = (await made.json()) as string;
      await many((n) =>
        n === 7
          ? call(tenant.owner, 'archive_team', { p_team_id })
          : call(tenant.owner, 'create_app', { p_name: 'A', p_bundle_id: `com.example.n${n}`, p_team_id }),
      );
      expect(
        await countOf(
          'apps join teams on teams.id = team_id where team_id = $1 and apps.created_at > archived_at',
          [p_team_id],
        ),
      ).toBe(0);
      expect(await countOf('teams where id = $1 and archived_at is not null', [p_team_id])).toBe(1);
    }
  });

  test.each(['team_remove_member', 'update_member_role'])(
    'nothing that an owner invited is accepted after %s',
    async (ending) => {
      for (let round = 0; round < ROUNDS; round++) {
        const maker = await makeOwner();
        const guests = await Promise.all(Array.from({ length: 4 }, () => signUp(service())));
        const asMaker = { owner: maker, teamId: tenant.teamId };
        const made = await Promise.all(
          guests.map(({ email }) => invite(asMaker, email, { p_role: 'owner' })),
        );
        const end = { p_team_id: tenant.teamId, p_user_id: maker.userId };
        const role = ending === 'update_member_role' ? { p_role: 'viewer' } : {};
        const statuses = await many((n) => {
          const [guest, invitation] = [guests[n % 4] as Person, made[n % 4]];
          const late = { p_team_id: tenant.teamId, p_email: `late${n}@example.com`, p_role: 'owner' };
          if (n === 9) return call(tenant.owner, ending, { ...end, ...role });
          return n % 5 === 4
            ? call(maker, 'create_invitation', late)
            : call(guest, 'accept_invitation', { p_token: invitation?.token });
        });
        expect(statuses[9]).toBe(204);
        const left = 'invitations where invited_by = $1 and accepted_at is null and revoked_at is null';
        expect(await countOf(left, [maker.userId])).toBe(0);
        const again = await Promise.all(
          guests.map((guest, n) => call(guest, 'accept_invitation', { p_token: made[n]?.token })),
        );
        expect(counted(again)).toEqual({ 409: 4 });
        const joined = await countOf('invitations where invited_by = $1 and accepted_at is not null', [
          maker.userId,
        ]);
        expect(await owners(tenant.teamId)).toBe(1 + joined);
        tenant = await createTenant(service());
      }
    },
  );

  test('one owner remains when two demote each other', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const other = await makeOwner();
      const demote = (who: Person, whom: Person) =>
        call(who, 'update_member_role', {
          p_team_id: tenant.teamId,
          p_user_id: whom.userId,
          p_role: 'viewer',
        });
      await many((n) => (n % 2 ? demote(tenant.owner, other) : demote(other, tenant.owner)));
      expect(await owners(tenant.teamId)).toBe(1);
      tenant = await createTenant(service());
    }
  });

  test('one owner remains when two remove each other', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const other = await makeOwner();
      const remove = (who: Person, whom: Person) =>
        call(who, 'team_remove_member', { p_team_id: tenant.teamId, p_user_id: whom.userId });
      await many((n) => (n % 2 ? remove(tenant.owner, other) : remove(other, tenant.owner)));
      expect(await owners(tenant.teamId)).toBe(1);
      tenant = await createTenant(service());
    }
  });

  test('an owner who has just been removed cannot remove others', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two] = [await makeOwner(), await makeOwner()];
      const remove = (who: Person, whom: Person) =>
        call(who, 'team_remove_member', { p_team_id: tenant.teamId, p_user_id: whom.userId });
      const statuses = await many((n) => (n % 2 ? remove(one, two) : remove(two, one)));
      expect(counted(statuses)[204]).toBe(1);
      expect(await owners(tenant.teamId)).toBe(2);
      tenant = await createTenant(service());
    }
  });

  test('one owner remains when all remove themselves', async () => {
    const people = [tenant.owner];
    while (people.length < 5) people.push(await makeOwner());
    const statuses = await many((n) => {
      const person = people[n % people.length] as Person;
      return call(person, 'team_remove_member', { p_team_id: tenant.teamId, p_user_id: person.userId });
    });
    expect(counted(statuses)[204]).toBe(4);
    expect(await owners(tenant.teamId)).toBe(1);
  });

  test('an owner remains when owners demote, remove and leave all at once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const people = [tenant.owner];
      while (people.length < 4) people.push(await makeOwner());
      await many((n) => {
        const [who, next] = [people[n % 4] as Person, people[(n + 1) % 4] as Person];
        const whom = n % 3 === 2 ? who : next;
        const member = { p_team_id: tenant.teamId, p_user_id: whom.userId };
        return n % 3 === 0
          ? call(who, 'update_member_role', { ...member, p_role: 'viewer' })
          : call(who, 'team_remove_member', member);
      });
      expect(await owners(tenant.teamId)).toBeGreaterThan(0);
      tenant = await createTenant(service());
    }
  });

  test('a user gets at most 25 accounts, each complete', async () => {
    const person = await signUp(service());
    const make = (n: number) => call(person, 'create_account', { p_name: `Account ${n}` });
    expect(counted(await many(make))).toEqual({ 200: CALLERS });
    expect(counted(await many(make))).toEqual({ 200: 25 - CALLERS, 409: 2 * CALLERS - 25 });
    expect(await countOf(`team_members where role = 'owner' and user_id = $1`, [person.userId])).toBe(25);
    const complete = `accounts join teams on customer_id = accounts.id and is_default
      join team_members using (customer_id) where team_id = teams.id and user_id = $1`;
    expect(await countOf(complete, [person.userId])).toBe(25);
    const sessions = `auth_sessions join team_members using (user_id)
      where user_id = $1 and active_account_id = customer_id::text`;
    expect(await countOf(sessions, [person.userId])).toBe(1);
  });

  test('a member gets at most 100 access tokens', async () => {
    await service().services.workPool.query(
      `insert into access_tokens (id, customer_id, user_id, label, role, token_hash, created_at)
       select gen_random_uuid(), $1, $2, 'T', 'viewer', sha256(gen_random_uuid()::text::bytea), now()
       from generate_series(1, 95)`,
      [tenant.accountId, tenant.owner.userId],
    );
    const statuses = await many(() =>
      call(tenant.owner, 'create_access_token', { p_label: 'T', p_role: 'viewer' }),
    );
    expect(counted(statuses)).toEqual({ 200: 5, 409: CALLERS - 5 });
  });
});

test('an invitation that is deleted with its account while it is being accepted is not found', async () => {
  const person = await signUp(service());
  const { token } = await invite(tenant, person.email);
  const deleting = await service().services.backgroundPool.connect();
  await deleting.query('begin');
  await deleting.query('select from accounts where id = $1 for update', [tenant.accountId]);
  const accepting = call(person, 'accept_invitation', { p_token: token });
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const isBlocked = async () => (await deleting.query(waiting)).rowCount;
  await expect.poll(isBlocked).toBeGreaterThan(0);
  await deleting.query('delete from invitations where customer_id = $1', [tenant.accountId]);
  await deleting.query('commit');
  deleting.release();
  expect(await accepting).toBe(404);
});
