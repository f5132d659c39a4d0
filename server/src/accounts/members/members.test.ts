import { beforeEach, describe, expect, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { invite, join } from '../../testing/invite.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant, type Person, signUp } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));
const member = perTest(() => signUp(service));
beforeEach(async () => {
  await join(tenant, member, { p_role: 'developer' });
});

const rpc = async (who: Person, name: string, args: object = {}) => answerOf(who.rpc(name, args));
const setRole = (person: Person, p_role: string, by = tenant.owner, p_team_id = tenant.teamId) =>
  rpc(by, 'update_member_role', { p_team_id, p_user_id: person.userId, p_role });
const remove = (person: Person, by = tenant.owner, p_team_id = tenant.teamId) =>
  rpc(by, 'team_remove_member', { p_team_id, p_user_id: person.userId });
const audited = async (action: string) => {
  const { body } = await rpc(tenant.owner, 'list_audit_log', { p_limit: 200 });
  return body.items.filter((entry: { action: string }) => entry.action === action);
};
const LAST_OWNER = {
  status: 409,
  body: { error: 'the last owner of a team can be neither removed nor demoted' },
};

test('list_members shows who is in which team, as what', async () => {
  const { body } = await rpc(member, 'list_members');
  expect(body.items).toEqual([
    {
      user_id: member.userId,
      email: member.email,
      name: 'Test Person',
      role: 'developer',
      team_id: tenant.teamId,
      joined_at: expect.any(Number),
    },
    expect.objectContaining({ user_id: tenant.owner.userId, role: 'owner' }),
  ]);
});

test('a member does not see the members of other teams', async () => {
  const team = (await rpc(tenant.owner, 'create_team', { p_name: 'Other' })).body;
  expect((await rpc(member, 'list_members', { p_team_id: team })).status).toBe(403);
  expect((await rpc(member, 'list_teams')).body.items).toMatchObject([
    { id: tenant.teamId, role: 'developer' },
  ]);
  const { items } = (await rpc(member, 'list_members')).body;
  expect(items.map((item: { team_id: string }) => item.team_id)).toEqual([tenant.teamId, tenant.teamId]);
});

describe('update_member_role', () => {
  test('takes effect at the next request, and is audited', async () => {
    const make = () => rpc(member, 'create_app', { p_name: 'A', p_bundle_id: 'com.example.a' });
    expect((await make()).status).toBe(200);
    expect((await setRole(member, 'viewer')).status).toBe(204);
    expect((await make()).status).toBe(403);
    expect(await audited('update_member_role')).toMatchObject([
      { target_id: member.userId, details: { team_id: tenant.teamId, from: 'developer', to: 'viewer' } },
    ]);
  });

  test('to the current role changes nothing', async () => {
    expect((await setRole(member, 'developer')).status).toBe(204);
    expect((await setRole(tenant.owner, 'owner')).status).toBe(204);
    expect(await audited('update_member_role')).toEqual([]);
  });

  test('can promote and demote owners', async () => {
    expect((await setRole(member, 'owner')).status).toBe(204);
    expect((await setRole(tenant.owner, 'viewer', member)).status).toBe(204);
    expect((await rpc(tenant.owner, 'list_audit_log')).status).toBe(403);
  });

  test('keeps the last owner of the default team', async () => {
    expect(await setRole(tenant.owner, 'developer')).toMatchObject(LAST_OWNER);
  });

  test('keeps the last owner of any team', async () => {
    const team = (await rpc(tenant.owner, 'create_team', { p_name: 'Other' })).body;
    expect(await setRole(tenant.owner, 'viewer', tenant.owner, team)).toMatchObject(LAST_OWNER);
    expect(await remove(tenant.owner, tenant.owner, team)).toMatchObject(LAST_OWNER);
  });

  test.each([
    ['a user who is not a member', async () => (await signUp(service)).userId, 404],
    ['an unknown user', async () => '2f2eaaaa-1111-4111-8111-abcdefabcdef', 404],
    ['a malformed id', async () => 'me', 400],
  ])('of %s is answered %s', async (_who, userId, status) => {
    const args = { p_team_id: tenant.teamId, p_user_id: await userId(), p_role: 'viewer' };
    expect((await rpc(tenant.owner, 'update_member_role', args)).status).toBe(status);
  });

  test('refuses a role that does not exist', async () => {
    expect(await setRole(member, 'admin')).toMatchObject({
      status: 400,
      body: { error: 'p_role: must be one of owner, developer, marketer, viewer' },
    });
  });
});

describe('team_remove_member', () => {
  test('takes effect immediately, and is audited', async () => {
    expect((await remove(member)).status).toBe(204);
    expect(await rpc(member, 'list_apps')).toMatchObject({
      status: 403,
      body: { error: 'no account is linked to this user' },
    });
    expect((await rpc(member, 'list_accounts')).body.items).toEqual([]);
    expect(await audited('team_remove_member')).toMatchObject([
      { target_id: member.userId, details: { team_id: tenant.teamId, role: 'developer' } },
    ]);
    expect((await remove(member)).status).toBe(404);
  });

  test('keeps the last owner of the default team', async () => {
    expect(await remove(tenant.owner)).toMatchObject(LAST_OWNER);
  });

  test('can remove the caller if there is another owner', async () => {
    await setRole(member, 'owner');
    expect((await remove(tenant.owner)).status).toBe(204);
    expect((await rpc(tenant.owner, 'list_apps')).status).toBe(403);
  });

  test('is refused to an owner of another team', async () => {
    const team = (await rpc(tenant.owner, 'create_team', { p_name: 'Other' })).body;
    const other = await signUp(service);
    await join({ owner: tenant.owner, teamId: team }, other, { p_role: 'owner' });
    expect((await remove(member, other)).status).toBe(403);
    expect((await remove(tenant.owner, other, team)).status).toBe(204);
  });

  test('withdraws pending invitations of the removed user', async () => {
    const { token } = await invite(tenant, 'again@example.com');
    await service.services.workPool.query('update auth_users set email = $1 where id = $2', [
      'again@example.com',
      member.userId,
    ]);
    await remove(member);
    expect(await rpc(member, 'accept_invitation', { p_token: token })).toMatchObject({
      status: 409,
      body: { error: 'the invitation was withdrawn' },
    });
  });

  test('lets a user who is invited again come back', async () => {
    await remove(member);
    expect((await join(tenant, member)).status).toBe(200);
    expect((await rpc(member, 'list_apps')).status).toBe(200);
  });
});
