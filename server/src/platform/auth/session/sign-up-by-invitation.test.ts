import { describe, expect, test } from 'vitest';
import { invite } from '../../../testing/invite.ts';
import { TEST_ANON_KEY, type TestService } from '../../../testing/test-service.ts';
import { createTenant, signIn, type Tenant } from '../../../testing/test-tenant.ts';
import { DAY_MS } from '../../values/day-ms.ts';
import { described, hashesOf, signUpAs, useSignUp } from './testing/use-sign-up.ts';

const { start } = useSignUp();

describe('who was invited', () => {
  let now: number;
  let service: TestService;
  let tenant: Tenant;

  async function startWith(SIGN_UP: string, realPasswords = false): Promise<void> {
    now = Date.UTC(2026, 2, 1);
    const open = await start({ SIGN_UP: 'open' }, realPasswords);
    tenant = await createTenant(open);
    service = await start({ SIGN_UP }, realPasswords, () => now);
    tenant = { ...tenant, owner: await signIn(service, tenant.owner.email) };
  }
  const inviteAs = (name: string) => invite(tenant, `${name}@example.com`);
  const signUpWith = (name: string, invitationToken: unknown) =>
    signUpAs(service, name, undefined, { invitationToken });

  test('signs up with the invitation’s token, accepts it and is in', async () => {
    await startWith('invite');
    const { token } = await inviteAs('guest');
    const response = await signUpAs(service, 'GUEST', undefined, { invitationToken: token });
    expect(response.status).toBe(200);
    const headers = {
      apikey: TEST_ANON_KEY,
      authorization: `Bearer ${response.headers.get('set-auth-token')}`,
      'content-type': 'application/json',
    };
    const call = (name: string, args: object) =>
      service.request(`/rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(args) });
    expect((await call('accept_invitation', { p_token: token })).status).toBe(200);
    expect((await call('list_apps', {})).status).toBe(200);
  });

  test('with SIGN_UP=closed does not sign up', async () => {
    await startWith('closed');
    const { token } = await inviteAs('guest');
    expect((await signUpWith('guest', token)).status).toBe(403);
  });

  test('signs up where anyone may, whatever the token', async () => {
    await startWith('open');
    const { token } = await inviteAs('guest');
    expect((await signUpWith('guest', token)).status).toBe(200);
    expect((await signUpWith('stranger', 'no token of ours')).status).toBe(200);
  });

  test('is not open without a pending invitation for that address; all are refused alike, at the same cost', async () => {
    await startWith('invite', true);
    const pending = await inviteAs('guest');
    const withdrawn = await inviteAs('withdrawn');
    await tenant.owner.rpc('revoke_invitation', { p_invitation_id: withdrawn.invitation_id });
    const used = await inviteAs('used');
    await service.services.workPool.query('update invitations set accepted_at = $2 where id = $1', [
      used.invitation_id,
      new Date(now),
    ]);
    const expired = await inviteAs('expired');
    await service.services.workPool.query('update invitations set expires_at = $2 where id = $1', [
      expired.invitation_id,
      new Date(now),
    ]);
    const before = await hashesOf(service);
    const refused = await described(await signUpAs(service, 'nobody'));
    expect(refused.status).toBe(403);
    const attempts: [string, unknown][] = [
      ['guest', undefined],
      ['guest', ''],
      ['guest', `svi_${'0'.repeat(64)}`],
      ['guest', 'x'.repeat(200)],
      ['stranger', pending.token],
      ['withdrawn', withdrawn.token],
      ['used', used.token],
      ['expired', expired.token],
    ];
    for (const [name, token] of attempts)
      expect([name, await described(await signUpWith(name, token))]).toEqual([name, refused]);
    expect(await hashesOf(service)).toBe(before);
    expect((await signUpWith('guest', pending.token)).status).toBe(200);
  });

  test('signs up until the invitation’s last moment', async () => {
    await startWith('invite');
    const [one, two] = [await inviteAs('one'), await inviteAs('two')];
    now += 7 * DAY_MS - 1;
    expect((await signUpWith('one', one.token)).status).toBe(200);
    now += 1;
    expect((await signUpWith('two', two.token)).status).toBe(403);
  });

  test.each([7, ['x'], 'x'.repeat(201)])('cannot bring %j as a token', async (token) => {
    await startWith('invite');
    const response = await signUpWith('guest', token);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: expect.stringMatching(/^invitationToken: must be/) },
    ]);
  });
});
