import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { linkIn } from '../../platform/net/mail/testing/test-mail-server.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { invite, join } from '../../testing/invite.ts';
import { useUp } from '../../testing/use-up.ts';
import { useInvitations } from './testing/use-invitations.ts';

const { time, captured, mails, service, tenant, guest, rpc, listed, refused, audited } = useInvitations();

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
      created_at: time.now,
      expires_at: time.now + 7 * DAY_MS,
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
    expect(expires_at).toBe(time.now + days * DAY_MS);
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
    await useUp(service.services.limits.invitationsPerUser, tenant.owner.userId, 90);
    await Promise.all(Array.from({ length: 10 }, (_, n) => invite(tenant, `n${n}@example.com`)));
    const args = { p_team_id: tenant.teamId, p_email: 'one-more@example.com', p_role: 'viewer' };
    const response = await tenant.owner.rpc('create_invitation', args);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await listed()).toHaveLength(10);
  });
});
