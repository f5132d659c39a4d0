import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { linkIn, startTestMailServer } from '../mail/testing/test-mail-server.ts';
import { answerOf } from '../testing/answer-of.ts';
import { captureLog } from '../testing/capture-log.ts';
import { invite, join } from '../testing/invite.ts';
import { perSuite, perTest } from '../testing/per-suite.ts';
import { startTestService } from '../testing/test-service.ts';
import { createTenant, type Person, signUp } from '../testing/test-tenant.ts';
import { DAY_MS } from '../values/day-ms.ts';

const captured = captureLog('trace');
let now = Date.UTC(2026, 2, 1);
const mails = perSuite(startTestMailServer, (server) => server.close());
const service = perSuite(
  () =>
    startTestService({
      clock: () => now,
      log: captured.log,
      env: {
        PUBLIC_URL: 'https://links.example.com/here',
        SMTP_URL: mails.url,
        MAIL_FROM: 'noreply@example.com',
      },
    }),
  (started) => started.close(),
);
const tenant = perTest(() => createTenant(service));
const guest = perTest(() => signUp(service));

const rpc = async (who: Person, name: string, args: object = {}) => answerOf(who.rpc(name, args));
const accept = (who: Person, p_token: string) => rpc(who, 'accept_invitation', { p_token });
const revoke = (p_invitation_id: string) => rpc(tenant.owner, 'revoke_invitation', { p_invitation_id });
const listed = async () => (await rpc(tenant.owner, 'list_invitations')).body.items;
const refused = (error: string) => ({ status: 409, body: { error, message: error } });
const audited = async (action: string) => {
  const { body } = await rpc(tenant.owner, 'list_audit_log', { p_limit: 200 });
  return body.items.filter((entry: { action: string }) => entry.action === action);
};

describe('create_invitation', () => {
  test('shows the token and its link once, mails the link, and stores its hash alone', async () => {
    captured.clear();
    const made = await invite(tenant, guest.email, { p_role: 'marketer' });
    expect(made.token).toMatch(/^svi_[0-9a-f]{64}$/);
    expect(made.url).toBe(`https://links.example.com/here/console/invitation#${made.token}`);
    const item = {
      id: made.invitation_id,
      team_id: tenant.teamId,
      email: guest.email,
      role: 'marketer',
      status: 'pending',
      invited_by: tenant.owner.userId,
      created_at: now,
      expires_at: now + 7 * DAY_MS,
      accepted_at: null,
      revoked_at: null,
    };
    expect(await listed()).toEqual([item]);
    const { rows } = await service.services.workPool.query(
      `select i::text as invitation, token_hash, (select json_agg(a)::text from audit_log a) as audit
       from invitations i where id = $1`,
      [made.invitation_id],
    );
    expect(rows[0].token_hash).toEqual(createHash('sha256').update(made.token).digest());
    expect(linkIn((await mails.mailTo(guest.email)).source)).toBe(made.url);
    const secret = made.token.slice(4);
    expect(rows[0].invitation + rows[0].audit + captured.text()).not.toContain(secret);
    expect(await audited('create_invitation')).toMatchObject([
      { target_id: made.invitation_id, details: { email: guest.email, role: 'marketer' } },
    ]);
  });

  test.each([
    [undefined, 7],
    [null, 7],
    [1, 1],
    [90, 90],
  ])('with p_expires_days %j expires after %i days', async (p_expires_days, days) => {
    const { expires_at } = await invite(tenant, guest.email, { p_expires_days });
    expect(expires_at).toBe(now + days * DAY_MS);
  });

  test.each([
    [{ p_expires_days: 0 }, 'p_expires_days: must be 1 or more'],
    [{ p_expires_days: 91 }, 'p_expires_days: must be 90 or less'],
    [{ p_expires_days: 1.5 }, 'p_expires_days: must be a whole number'],
    [{ p_email: 'nobody' }, 'p_email: must be an e-mail address'],
    [{ p_email: `${'a'.repeat(250)}@example.com` }, 'p_email: must be 254 characters or fewer'],
    [{ p_email: undefined }, 'p_email: is missing'],
    [{ p_role: 'admin' }, 'p_role: must be one of owner, developer, marketer, viewer'],
    [{ p_role: undefined }, 'p_role: must be one of owner, developer, marketer, viewer'],
  ])('refuses %j', async (wrong, error) => {
    const args = { p_team_id: tenant.teamId, p_email: guest.email, p_role: 'viewer', ...wrong };
    expect(await rpc(tenant.owner, 'create_invitation', args)).toMatchObject({
      status: 400,
      body: { error },
    });
  });

  test('refuses a member of the team, in any spelling of the address', async () => {
    await join(tenant, guest);
    const args = { p_team_id: tenant.teamId, p_email: ` ${guest.email.toUpperCase()} `, p_role: 'owner' };
    expect(await rpc(tenant.owner, 'create_invitation', args)).toEqual(
      refused('p_email: is already a member of the team'),
    );
    const team = (await rpc(tenant.owner, 'create_team', { p_name: 'Other' })).body;
    expect((await join({ ...tenant, teamId: team }, guest)).status).toBe(200);
  });

  test('is limited: each invitation can become a mail', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, n) => invite(tenant, `n${n}@example.com`)));
    const args = { p_team_id: tenant.teamId, p_email: 'one-more@example.com', p_role: 'viewer' };
    const response = await tenant.owner.rpc('create_invitation', args);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await listed()).toHaveLength(50);
  });
});

describe('accept_invitation', () => {
  test('lets the invited user join, in any spelling of the address', async () => {
    now += 1;
    const { token, invitation_id } = await invite(tenant, guest.email.toUpperCase(), { p_role: 'developer' });
    expect((await rpc(guest, 'list_apps')).status).toBe(403);
    expect(await accept(guest, token)).toEqual({ status: 200, body: tenant.teamId });
    expect((await rpc(guest, 'list_members', { p_user_id: guest.userId })).body.items).toMatchObject([
      { role: 'developer', team_id: tenant.teamId, joined_at: now },
    ]);
    expect(await listed()).toMatchObject([{ id: invitation_id, status: 'accepted', accepted_at: now }]);
    expect(await audited('accept_invitation')).toMatchObject([
      { user_id: guest.userId, email: guest.email, target_id: invitation_id },
    ]);
  });

  test('does not switch a session that works in another account', async () => {
    now += 1;
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
    now += 1;
    const late = await invite(tenant, other.email, { p_expires_days: 1 });
    now += DAY_MS - 2;
    expect((await accept(guest, early.token)).status).toBe(200);
    now += 2;
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
    expect(await listed()).toMatchObject([{ status: 'revoked', revoked_at: now }]);
    expect(await audited('revoke_invitation')).toMatchObject([{ target_id: invitation_id }]);
  });

  test('withdraws an expired invitation', async () => {
    const { invitation_id } = await invite(tenant, guest.email, { p_expires_days: 1 });
    now += 2 * DAY_MS;
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
