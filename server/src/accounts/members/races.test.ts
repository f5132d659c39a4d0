import { describe, expect, test } from 'vitest';
import { createTenant, type Person, signUp } from '../../testing/test-tenant.ts';
import { CALLERS, counted, many, ROUNDS, useRacingCallers } from './testing/use-racing-callers.ts';

const { race, service, call, countOf, owners, makeOwner } = useRacingCallers();

describe(`with ${CALLERS} callers at once`, () => {
  test('exactly as many apps are created as the plan allows', async () => {
    await service().services.workPool.query(`update accounts set plan = 'growth' where id = $1`, [
      race.tenant.accountId,
    ]);
    const statuses = await many((n) =>
      call(race.tenant.owner, 'create_app', { p_name: 'A', p_bundle_id: `com.example.n${n}` }),
    );
    expect(counted(statuses)).toEqual({ 200: 9, 403: CALLERS - 9 });
    expect(await countOf('apps where customer_id = $1', [race.tenant.accountId])).toBe(10);
  });

  test('no app is created in a team after it was archived', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const made = await race.tenant.owner.rpc('create_team', { p_name: 'T' });
      const p_team_id = (await made.json()) as string;
      await many((n) =>
        n === 7
          ? call(race.tenant.owner, 'archive_team', { p_team_id })
          : call(race.tenant.owner, 'create_app', {
              p_name: 'A',
              p_bundle_id: `com.example.n${n}`,
              p_team_id,
            }),
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

  test('one owner remains when two demote each other', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const other = await makeOwner();
      const demote = (who: Person, whom: Person) =>
        call(who, 'update_member_role', {
          p_team_id: race.tenant.teamId,
          p_user_id: whom.userId,
          p_role: 'viewer',
        });
      await many((n) => (n % 2 ? demote(race.tenant.owner, other) : demote(other, race.tenant.owner)));
      expect(await owners(race.tenant.teamId)).toBe(1);
      race.tenant = await createTenant(service());
    }
  });

  test('one owner remains when two remove each other', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const other = await makeOwner();
      const remove = (who: Person, whom: Person) =>
        call(who, 'team_remove_member', { p_team_id: race.tenant.teamId, p_user_id: whom.userId });
      await many((n) => (n % 2 ? remove(race.tenant.owner, other) : remove(other, race.tenant.owner)));
      expect(await owners(race.tenant.teamId)).toBe(1);
      race.tenant = await createTenant(service());
    }
  });

  test('an owner who has just been removed cannot remove others', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two] = [await makeOwner(), await makeOwner()];
      const remove = (who: Person, whom: Person) =>
        call(who, 'team_remove_member', { p_team_id: race.tenant.teamId, p_user_id: whom.userId });
      const statuses = await many((n) => (n % 2 ? remove(one, two) : remove(two, one)));
      expect(counted(statuses)[204]).toBe(1);
      expect(await owners(race.tenant.teamId)).toBe(2);
      race.tenant = await createTenant(service());
    }
  });

  test('one owner remains when all remove themselves', async () => {
    const people = [race.tenant.owner];
    while (people.length < 5) people.push(await makeOwner());
    const statuses = await many((n) => {
      const person = people[n % people.length] as Person;
      return call(person, 'team_remove_member', { p_team_id: race.tenant.teamId, p_user_id: person.userId });
    });
    expect(counted(statuses)[204]).toBe(4);
    expect(await owners(race.tenant.teamId)).toBe(1);
  });

  test('an owner remains when owners demote, remove and leave all at once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const people = [race.tenant.owner];
      while (people.length < 4) people.push(await makeOwner());
      await many((n) => {
        const [who, next] = [people[n % 4] as Person, people[(n + 1) % 4] as Person];
        const whom = n % 3 === 2 ? who : next;
        const member = { p_team_id: race.tenant.teamId, p_user_id: whom.userId };
        return n % 3 === 0
          ? call(who, 'update_member_role', { ...member, p_role: 'viewer' })
          : call(who, 'team_remove_member', member);
      });
      expect(await owners(race.tenant.teamId)).toBeGreaterThan(0);
      race.tenant = await createTenant(service());
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
      [race.tenant.accountId, race.tenant.owner.userId],
    );
    const statuses = await many(() =>
      call(race.tenant.owner, 'create_access_token', { p_label: 'T', p_role: 'viewer' }),
    );
    expect(counted(statuses)).toEqual({ 200: 5, 409: CALLERS - 5 });
  });
});
