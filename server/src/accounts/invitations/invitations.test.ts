import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { invite, join } from '../../testing/invite.ts';
import { createTenant, type Person, signUp } from '../../testing/test-tenant.ts';
import { useInvitations } from './testing/use-invitations.ts';

const { time, service, tenant, guest, rpc, listed, refused, audited } = useInvitations();
const accept = (who: Person, p_token: string) => rpc(who, 'accept_invitation', { p_token });
const revoke = (p_invitation_id: string) => rpc(tenant.owner, 'revoke_invitation', { p_invitation_id });

describe('accept_invitation', () => {
  test('lets the invited user join, in any spelling of the address', async () => {
    time.now += 1;
    const { token, invitation_id } = await invite(tenant, guest.email.toUpperCase(), { p_role: 'developer' });
    expect((await rpc(guest, 'list_apps')).status).toBe(403);
    expect(await accept(guest, token)).toEqual({ status: 200, body: tenant.teamId });
    expect((await rpc(guest, 'list_members', { p_user_id: guest.userId })).body.items).toMatchObject([
      { role: 'developer', team_id: tenant.teamId, joined_at: time.now },
    ]);
    expect(await listed()).toMatchObject([{ id: invitation_id, status: 'accepted', accepted_at: time.now }]);
    expect(await audited('accept_invitation')).toMatchObject([
      { user_id: guest.userId, email: guest.email, target_id: invitation_id },
    ]);
  });

  test('does not switch a session that works in another account', async () => {
    time.now += 1;
    const other = await createTenant(service);
    await join(tenant, other.owner);
    expect((await rpc(other.owner, 'list_accounts')).body.items).toMatchObject([
      { account_id: other.accountId, role: 'owner', active: true },
      { account_id: tenant.accountId, role: 'viewer', active: false },
    ]);
  });

  test('switches a session whose user has left its account', async () => {
    const other = await createTenant(service);
    await join(other, guest);
    await rpc(other.owner, 'team_remove_member', { p_team_id: other.teamId, p_user_id: guest.userId });
    await join(tenant, guest);
    expect((await rpc(guest, 'list_accounts')).body.items).toMatchObject([
      { account_id: tenant.accountId, active: true },
    ]);
  });

  test.each(['svi_', `svi_${'0'.repeat(64)}`, 'x', '\u0000', '💥'])(
    'does not know the token %j',
    async (token) => {
      expect(await accept(guest, token)).toMatchObject({
        status: 404,
        body: { error: 'no such invitation' },
      });
    },
  );

  test.each([
    ['', 'p_token: must not be empty'],
    ['x'.repeat(201), 'p_token: must be 200 characters or fewer'],
    [7, 'p_token: must be a string'],
    [undefined, 'p_token: is missing'],
  ])('refuses the token %j', async (p_token, error) => {
    expect(await rpc(guest, 'accept_invitation', { p_token })).toMatchObject({
      status: 400,
      body: { error },
    });
  });

  test('refuses a token that was used', async () => {
    const { token } = await invite(tenant, guest.email);
    await accept(guest, token);
    expect(await accept(guest, token)).toEqual(refused('the invitation was already used'));
  });

  test('refuses a used token after the user was removed', async () => {
    const { token } = await invite(tenant, guest.email);
    await accept(guest, token);
    await rpc(tenant.owner, 'team_remove_member', { p_team_id: tenant.teamId, p_user_id: guest.userId });
    expect(await accept(guest, token)).toEqual(refused('the invitation was already used'));
  });

  test('refuses a token that was withdrawn', async () => {
    const { token, invitation_id } = await invite(tenant, guest.email);
    await revoke(invitation_id);
    expect(await accept(guest, token)).toEqual(refused('the invitation was withdrawn'));
  });

  test('takes a token until its last moment, and not after', async () => {
    const early = await invite(tenant, guest.email, { p_expires_days: 1 });
    const other = await signUp(service);
    time.now += 1;
    const late = await invite(tenant, other.email, { p_expires_days: 1 });
    time.now += DAY_MS - 2;
    expect((await accept(guest, early.token)).status).toBe(200);
    time.now += 2;
    expect(await accept(other, late.token)).toEqual(refused('the invitation has expired'));
    expect(await listed()).toMatchObject([{ status: 'expired' }, { status: 'accepted' }]);
  });

  test('refuses a user with another address, without revealing the invitation’s state', async () => {
    const { token, invitation_id } = await invite(tenant, guest.email);
    const other = await signUp(service);
    const expected = refused('the invitation is for another e-mail address');
    expect(await accept(other, token)).toEqual(expected);
    await revoke(invitation_id);
    expect(await accept(other, token)).toEqual(expected);
  });

  test('refuses a member, and withdraws the user’s other invitations into the team', async () => {
    const first = await invite(tenant, guest.email);
    const second = await invite(tenant, guest.email, { p_role: 'owner' });
    await accept(guest, first.token);
    expect(await accept(guest, second.token)).toEqual(refused('the invitation was withdrawn'));
    expect((await rpc(guest, 'list_teams')).body.items).toMatchObject([{ role: 'viewer' }]);
    await service.services.workPool.query('update invitations set revoked_at = null where id = $1', [
      second.invitation_id,
    ]);
    expect(await accept(guest, second.token)).toEqual(refused('you are already a member of the team'));
  });

  test('lets no one into a deactivated account', async () => {
    const { token } = await invite(tenant, guest.email);
    const set = (active: boolean) =>
      service.services.workPool.query('update accounts set active = $2 where id = $1', [
        tenant.accountId,
        active,
      ]);
    await set(false);
    expect(await accept(guest, token)).toMatchObject({ status: 403 });
    await set(true);
    expect((await accept(guest, token)).status).toBe(200);
  });
});

describe('revoke_invitation', () => {
  test('withdraws a pending invitation and audits it', async () => {
    const { invitation_id } = await invite(tenant, guest.email);
    expect((await revoke(invitation_id)).status).toBe(204);
    expect(await listed()).toMatchObject([{ status: 'revoked', revoked_at: time.now }]);
    expect(await audited('revoke_invitation')).toMatchObject([{ target_id: invitation_id }]);
  });

  test('withdraws an expired invitation', async () => {
    const { invitation_id } = await invite(tenant, guest.email, { p_expires_days: 1 });
    time.now += 2 * DAY_MS;
    expect((await revoke(invitation_id)).status).toBe(204);
  });

  test('refuses an invitation that was withdrawn or accepted', async () => {
    const withdrawn = await invite(tenant, guest.email);
    await revoke(withdrawn.invitation_id);
    expect(await revoke(withdrawn.invitation_id)).toEqual(refused('the invitation was already withdrawn'));
    const accepted = await invite(tenant, guest.email);
    await accept(guest, accepted.token);
    expect(await revoke(accepted.invitation_id)).toEqual(refused('the invitation was accepted'));
    expect((await rpc(guest, 'list_apps')).status).toBe(200);
  });
});
