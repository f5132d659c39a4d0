import { migrate } from '@tributary/db/migrate';
import { describe, expect, test } from 'vitest';
import { type ItemsBody, takeTurns } from '../../testing/instances/take-turns.ts';
import { join, type MadeInvitation } from '../../testing/invite.ts';
import { perTest } from '../../testing/per-suite.ts';
import { addMember, createTenant, signUp } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

/** Two instances on one database; calls take turns between them. */
const service = useService();
const beside = useService({ beside: service });
const tenant = perTest(() => createTenant(service));

const call = takeTurns([service, beside]);
const makeTeam = async () => (await call<string>(tenant.owner, 'create_team', { p_name: 'T' })).body;

const STEPS = ['invite', 'end', 'promote', 'accept'] as const;
type Step = (typeof STEPS)[number];
type Team = 'default' | 'other';

const orders = (steps: readonly Step[]): Step[][] =>
  steps.length < 2
    ? [[...steps]]
    : steps.flatMap((step, at) => orders(steps.toSpliced(at, 1)).map((rest) => [step, ...rest]));

/** What the steps must answer and leave, told from the rules alone. */
function expectedOf(order: readonly Step[], ending: 'remove' | 'demote') {
  let role: 'owner' | 'viewer' | null = 'owner';
  let invitation: 'none' | 'pending' | 'revoked' | 'accepted' = 'none';
  const statuses = order.map((step) => {
    if (step === 'end') {
      role = ending === 'remove' ? null : 'viewer';
      if (invitation === 'pending') invitation = 'revoked';
      return 204;
    }
    if (step === 'promote') {
      role = 'owner';
      return 'promoted';
    }
    if (step === 'invite') {
      if (role !== 'owner') return 403;
      invitation = 'pending';
      return 200;
    }
    if (invitation === 'none') return 404;
    if (invitation === 'revoked') return 409;
    invitation = 'accepted';
    return 200;
  });
  return { statuses, invitation };
}

describe('an invitation ends with its maker’s right', () => {
  const kinds: [Team, Team][] = [
    ['default', 'default'],
    ['default', 'other'],
    ['other', 'other'],
  ];
  const cases = kinds.flatMap(([seat, into]) =>
    (['remove', 'demote'] as const).map((ending) => ({ seat, into, ending })),
  );

  test.each(cases)('an owner of the $seat team, who invites into the $into team: $ending', async (one) => {
    const teams = { default: tenant.teamId, other: await makeTeam() };
    const member = { p_team_id: teams[one.seat] };
    const walk = async (order: readonly Step[]) => {
      const maker = await addMember(service, tenant, 'owner', teams[one.seat]);
      const guest = await signUp(service);
      const ofMaker = { ...member, p_user_id: maker.userId };
      let made: MadeInvitation | undefined;
      const steps: Record<Step, () => Promise<number | string>> = {
        async invite() {
          const args = { p_team_id: teams[one.into], p_email: guest.email, p_role: 'owner' };
          const { status, body } = await call(maker, 'create_invitation', args);
          if (status === 200) made = body as MadeInvitation;
          return status;
        },
        async end() {
          const demoted = { ...ofMaker, p_role: 'viewer' };
          const ended =
            one.ending === 'remove'
              ? call(tenant.owner, 'team_remove_member', ofMaker)
              : call(tenant.owner, 'update_member_role', demoted);
          return (await ended).status;
        },
        async promote() {
          const promoted = await call(tenant.owner, 'update_member_role', { ...ofMaker, p_role: 'owner' });
          if (promoted.status === 404)
            await join({ ...tenant, teamId: teams[one.seat] }, maker, { p_role: 'owner' });
          return 'promoted';
        },
        accept: async () =>
          (await call(guest, 'accept_invitation', { p_token: made?.token ?? 'svi_none' })).status,
      };
      const statuses: (number | string)[] = [];
      for (const step of order) statuses.push(await steps[step]());
      const expected = expectedOf(order, one.ending);
      expect({ order, statuses }).toEqual({ order, statuses: expected.statuses });
      if (made === undefined) return;
      const asked = { p_invitation_id: made.invitation_id };
      const { body } = await call<ItemsBody>(tenant.owner, 'list_invitations', asked);
      expect({ order, status: body.items[0]?.status }).toEqual({ order, status: expected.invitation });
    };
    await Promise.all(orders(STEPS).map(walk));
  });

  test('the other seat of an owner keeps the invitations that it allows', async () => {
    const other = await makeTeam();
    const maker = await addMember(service, tenant, 'owner');
    await service.services.workPool.query(
      `insert into team_members (id, customer_id, team_id, user_id, role, created_at)
       values (gen_random_uuid(), $1, $2, $3, 'owner', now())`,
      [tenant.accountId, other, maker.userId],
    );
    const third = await makeTeam();
    const guests = await Promise.all(
      [tenant.teamId, other, third].map(async (p_team_id) => {
        const guest = await signUp(service);
        const args = { p_team_id, p_email: guest.email, p_role: 'owner' };
        return { guest, made: (await call<MadeInvitation>(maker, 'create_invitation', args)).body };
      }),
    );
    await call(tenant.owner, 'team_remove_member', { p_team_id: tenant.teamId, p_user_id: maker.userId });
    const statuses = [];
    for (const { guest, made } of guests)
      statuses.push((await call(guest, 'accept_invitation', { p_token: made.token })).status);
    expect(statuses).toEqual([409, 200, 409]);
    const { body } = await call<ItemsBody>(tenant.owner, 'list_audit_log', { p_target_id: maker.userId });
    expect(body.items[0]).toMatchObject({
      action: 'team_remove_member',
      details: { invitations_withdrawn: 2 },
    });
  });

  test('the upgrade withdraws what was left by makers who are gone', async () => {
    const [stays, goes] = [
      await addMember(service, tenant, 'owner'),
      await addMember(service, tenant, 'owner'),
    ];
    const ids: string[] = [];
    for (const maker of [stays, goes]) {
      const args = { p_team_id: tenant.teamId, p_email: 'someone@example.com', p_role: 'viewer' };
      ids.push((await call<MadeInvitation>(maker, 'create_invitation', args)).body.invitation_id);
    }
    const sql = (text: string, values: unknown[] = []) => service.services.workPool.query(text, values);
    await sql('delete from team_members where user_id = $1', [goes.userId]);
    await sql(`delete from schema_migrations where name = 'm0019-inviters-and-app-links'`);
    await sql('alter table accounts drop column app_links_allowed');
    await migrate(service.databaseUrl);
    const { body } = await call<ItemsBody>(tenant.owner, 'list_invitations');
    const status = (id?: string) => body.items.find((item) => item.id === id)?.status;
    expect(ids.map(status)).toEqual(['pending', 'revoked']);
  });

  test('nothing is accepted from a maker whose role ended in another way', async () => {
    const maker = await addMember(service, tenant, 'owner');
    const guest = await signUp(service);
    const args = { p_team_id: tenant.teamId, p_email: guest.email, p_role: 'owner' };
    const { token } = (await call<MadeInvitation>(maker, 'create_invitation', args)).body;
    await service.services.workPool.query('delete from team_members where user_id = $1', [maker.userId]);
    expect(await call(guest, 'accept_invitation', { p_token: token })).toMatchObject({
      status: 409,
      body: { error: 'whoever made the invitation may no longer invite' },
    });
  });
});
