import { expect, test } from 'vitest';
import { type ItemsBody, takeTurns } from '../../testing/instances/take-turns.ts';
import type { MadeInvitation } from '../../testing/invite.ts';
import { perTest } from '../../testing/per-suite.ts';
import { randomFor } from '../../testing/random.ts';
import { createTenant, type Person, signUp } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

/** Two instances on one database. */
const service = useService();
const beside = useService({ beside: service });
const call = takeTurns([service, beside]);
const tenant = perTest(() => createTenant(service));

const makeTeam = async () => (await call<string>(tenant.owner, 'create_team', { p_name: 'T' })).body;

interface Made {
  readonly by: Person;
  readonly guest: Person;
  readonly teamId: string;
  readonly invitation: MadeInvitation;
  state: 'pending' | 'revoked' | 'accepted';
}

/** Who belongs to which team, kept as the rules say. */
function createModel(founder: Person, defaultTeam: string) {
  const seats = new Map<string, 'owner' | 'viewer'>();
  const made: Made[] = [];
  const key = (who: Person, teamId: string) => `${who.userId} ${teamId}`;
  const mayInvite = (who: Person, teamId: string) =>
    who === founder ||
    seats.get(key(who, teamId)) === 'owner' ||
    seats.get(key(who, defaultTeam)) === 'owner';
  const settle = () => {
    for (const one of made)
      if (one.state === 'pending' && !mayInvite(one.by, one.teamId)) one.state = 'revoked';
  };
  return {
    made,
    mayInvite,
    roleOf: (who: Person, teamId: string) => seats.get(key(who, teamId)),
    set(who: Person, teamId: string, role: 'owner' | 'viewer' | null) {
      if (role === null) seats.delete(key(who, teamId));
      else seats.set(key(who, teamId), role);
      settle();
    },
    withdrawFor(guest: Person, teamId: string) {
      for (const one of made)
        if (one.state === 'pending' && one.guest === guest && one.teamId === teamId) one.state = 'revoked';
    },
  };
}

test.each([1, 2, 3])(
  'no walk through invitations, removals and changes of role lets anyone back (%i)',
  async (seed) => {
    const random = randomFor(seed);
    const { pick } = random;
    const teams = [tenant.teamId, await makeTeam(), await makeTeam()];
    const people = await Promise.all(Array.from({ length: 6 }, () => signUp(service)));
    const model = createModel(tenant.owner, tenant.teamId);
    const steps = {
      async invite(who: Person, teamId: string) {
        const able = people.filter((one) => model.mayInvite(one, teamId));
        const by = pick(random.chance(0.8) ? [tenant.owner, ...able] : people);
        const args = { p_team_id: teamId, p_email: who.email, p_role: 'owner' };
        const { status, body } = await call(by, 'create_invitation', args);
        const isMember = model.roleOf(who, teamId) !== undefined;
        expect(status).toBe(!model.mayInvite(by, teamId) ? 403 : isMember ? 409 : 200);
        if (status === 200)
          model.made.push({ by, guest: who, teamId, invitation: body as MadeInvitation, state: 'pending' });
      },
      async accept() {
        const open = model.made.filter(({ state }) => state !== 'accepted');
        if (open.length === 0) return;
        const one = pick(open);
        const { status } = await call(one.guest, 'accept_invitation', { p_token: one.invitation.token });
        expect(status).toBe(one.state === 'pending' ? 200 : 409);
        if (status !== 200) return;
        one.state = 'accepted';
        model.withdrawFor(one.guest, one.teamId);
        model.set(one.guest, one.teamId, 'owner');
      },
      async remove(who: Person, teamId: string) {
        const args = { p_team_id: teamId, p_user_id: who.userId };
        const { status } = await call(tenant.owner, 'team_remove_member', args);
        expect(status).toBe(model.roleOf(who, teamId) === undefined ? 404 : 204);
        if (status !== 204) return;
        model.withdrawFor(who, teamId);
        model.set(who, teamId, null);
      },
      async change(who: Person, teamId: string) {
        const p_role = pick(['owner', 'viewer'] as const);
        const args = { p_team_id: teamId, p_user_id: who.userId, p_role };
        const { status } = await call(tenant.owner, 'update_member_role', args);
        expect(status).toBe(model.roleOf(who, teamId) === undefined ? 404 : 204);
        if (status === 204) model.set(who, teamId, p_role);
      },
    };
    for (let step = 0; step < 100; step++) {
      const name = pick(['invite', 'invite', 'invite', 'accept', 'remove', 'change'] as const);
      await steps[name](pick(people), pick(teams));
      const { body } = await call<ItemsBody>(tenant.owner, 'list_invitations', { p_limit: 200 });
      const states = new Map(body.items.map((item) => [item.id, item.status]));
      for (const { invitation, state } of model.made)
        expect(states.get(invitation.invitation_id)).toBe(state);
    }
    expect(model.made.filter(({ state }) => state === 'revoked').length).toBeGreaterThan(3);
  },
);
