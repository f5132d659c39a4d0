import { describe, expect, test } from 'vitest';
import { invite } from '../../testing/invite.ts';
import { createTenant, type Person, signIn, signUp } from '../../testing/test-tenant.ts';
import { CALLERS, counted, many, ROUNDS, useRacingCallers } from '../members/testing/use-racing-callers.ts';

const { race, service, call, countOf, owners, makeOwner } = useRacingCallers();

describe(`with ${CALLERS} callers at once`, () => {
  test('one accepts an invitation', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const person = await signUp(service());
      const sessions = [person, await signIn(service(), person.email)];
      const { token } = await invite(race.tenant, person.email);
      const statuses = await many((n) =>
        call(sessions[n % 2] as Person, 'accept_invitation', { p_token: token }),
      );
      expect(counted(statuses)).toEqual({ 200: 1, 409: CALLERS - 1 });
      expect(await countOf('team_members where user_id = $1', [person.userId])).toBe(1);
    }
  });

  test('one of many invitations of a user into a team is accepted', async () => {
    const person = await signUp(service());
    const tokens = await many(async () => (await invite(race.tenant, person.email)).token);
    const statuses = await many((n) => call(person, 'accept_invitation', { p_token: tokens[n] }));
    expect(counted(statuses)).toEqual({ 200: 1, 409: CALLERS - 1 });
    expect(await countOf('team_members where user_id = $1', [person.userId])).toBe(1);
  });

  test('either an acceptance or a withdrawal succeeds', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const person = await signUp(service());
      const { token, invitation_id } = await invite(race.tenant, person.email);
      const statuses = await many((n) =>
        n % 2
          ? call(person, 'accept_invitation', { p_token: token })
          : call(race.tenant.owner, 'revoke_invitation', { p_invitation_id: invitation_id }),
      );
      const { 409: refused, ...won } = counted(statuses);
      expect(refused).toBe(CALLERS - 1);
      const joined = await countOf('team_members where user_id = $1', [person.userId]);
      expect(won).toEqual(joined === 1 ? { 200: 1 } : { 204: 1 });
    }
  });

  test.each(['team_remove_member', 'update_member_role'])(
    'nothing that an owner invited is accepted after %s',
    async (ending) => {
      for (let round = 0; round < ROUNDS; round++) {
        const maker = await makeOwner();
        const guests = await Promise.all(Array.from({ length: 4 }, () => signUp(service())));
        const asMaker = { owner: maker, teamId: race.tenant.teamId };
        const made = await Promise.all(
          guests.map(({ email }) => invite(asMaker, email, { p_role: 'owner' })),
        );
        const end = { p_team_id: race.tenant.teamId, p_user_id: maker.userId };
        const role = ending === 'update_member_role' ? { p_role: 'viewer' } : {};
        const statuses = await many((n) => {
          const [guest, invitation] = [guests[n % 4] as Person, made[n % 4]];
          const late = { p_team_id: race.tenant.teamId, p_email: `late${n}@example.com`, p_role: 'owner' };
          if (n === 9) return call(race.tenant.owner, ending, { ...end, ...role });
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
        expect(await owners(race.tenant.teamId)).toBe(1 + joined);
        race.tenant = await createTenant(service());
      }
    },
  );
});

test('an invitation that is deleted with its account while it is being accepted is not found', async () => {
  const person = await signUp(service());
  const { token } = await invite(race.tenant, person.email);
  const deleting = await service().services.backgroundPool.connect();
  await deleting.query('begin');
  await deleting.query('select from accounts where id = $1 for update', [race.tenant.accountId]);
  const accepting = call(person, 'accept_invitation', { p_token: token });
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const isBlocked = async () => (await deleting.query(waiting)).rowCount;
  await expect.poll(isBlocked).toBeGreaterThan(0);
  await deleting.query('delete from invitations where customer_id = $1', [race.tenant.accountId]);
  await deleting.query('commit');
  deleting.release();
  expect(await accepting).toBe(404);
});
