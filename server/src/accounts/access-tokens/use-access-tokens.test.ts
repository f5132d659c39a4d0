import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { callTrpc } from '../../testing/call-trpc.ts';
import { join } from '../../testing/invite.ts';
import { freshAddress, type Person } from '../../testing/test-tenant.ts';
import { SIGN_IN_ENDPOINTS } from '../sign-in/sign-in-endpoints.ts';
import { useAccessTokens } from './testing/use-access-tokens.ts';

const { clock, service, tenant, member, headersOf, rpc, call, make } = useAccessTokens();

const setRole = (p_role: string) =>
  rpc(tenant.owner, 'update_member_role', { p_team_id: tenant.teamId, p_user_id: member.userId, p_role });
const makeApp = (token: string, p_name = 'App') =>
  call(token, 'create_app', { p_name, p_bundle_id: 'com.example.tool' });

describe('an access token', () => {
  test('works on procedures by both transports, on analytics and on generate-key', async () => {
    const { token } = await make(member, 'developer');
    expect((await call(token, 'list_apps')).body.items).toMatchObject([{ id: tenant.appId }]);
    for (const path of ['list_apps', 'analytics.summary'])
      expect((await callTrpc(service, path, {}, headersOf(token))).status).toBe(200);
    for (const prefix of ['/v1', '/functions/v1']) {
      const report = await service.request(`${prefix}/analytics?resource=summary`, {
        headers: { authorization: `bearer ${token}` },
      });
      expect(report.status).toBe(200);
      const key = await service.request(`${prefix}/generate-key`, {
        method: 'POST',
        headers: headersOf(token),
        body: JSON.stringify({ app_id: tenant.appId }),
      });
      expect(key.status).toBe(200);
    }
  });

  test('needs the apikey header where a session does', async () => {
    const { token } = await make(member, 'viewer');
    const response = await service.request('/rest/v1/rpc/list_apps', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(401);
  });

  test('works in its own account, whichever account its creator’s sessions work in', async () => {
    const { token } = await make(member, 'viewer');
    await rpc(member, 'create_account', { p_name: 'Mine' });
    expect((await call(token, 'list_accounts')).body.items).toMatchObject([
      { account_id: tenant.accountId, role: 'viewer', active: true },
    ]);
    expect((await call(token, 'list_apps')).body.items).toMatchObject([{ id: tenant.appId }]);
  });

  test('can do no more than its role allows', async () => {
    const { token } = await make(tenant.owner, 'marketer');
    expect((await call(token, 'create_campaign', { p_name: 'C' })).status).toBe(200);
    expect((await makeApp(token)).status).toBe(403);
    expect((await call(token, 'list_audit_log')).status).toBe(403);
    const whole = await make(tenant.owner, 'owner');
    expect((await call(whole.token, 'list_audit_log')).status).toBe(200);
  });

  test('of an account owner sees every team, any other only the teams of its creator', async () => {
    // Lists are ordered by the time of creation.
    clock.now += 1;
    const team = (await rpc(tenant.owner, 'create_team', { p_name: 'Other' })).body;
    const teamsOf = async (who: Person) => {
      const { token } = await make(who, 'viewer');
      const { items } = (await call(token, 'list_teams')).body;
      return items.map(({ id, role }: { id: string; role: string }) => [id, role]);
    };
    expect(await teamsOf(tenant.owner)).toEqual([
      [team, 'viewer'],
      [tenant.teamId, 'viewer'],
    ]);
    expect(await teamsOf(member)).toEqual([[tenant.teamId, 'viewer']]);
  });

  test('follows its creator’s role immediately, up to its own role', async () => {
    const { token } = await make(member, 'developer');
    expect((await makeApp(token)).status).toBe(200);
    await setRole('viewer');
    expect((await makeApp(token)).status).toBe(403);
    expect((await call(token, 'list_apps')).status).toBe(200);
    await setRole('owner');
    expect((await makeApp(token)).status).toBe(200);
    expect((await call(token, 'rename_team', { p_team_id: tenant.teamId, p_name: 'X' })).status).toBe(403);
  });

  test('is revoked when its creator leaves the account, and stays revoked when they return', async () => {
    const team = (await rpc(tenant.owner, 'create_team', { p_name: 'Other' })).body;
    await join({ ...tenant, teamId: team }, member);
    const { token } = await make(member, 'viewer');
    const leave = (p_team_id: string) =>
      rpc(tenant.owner, 'team_remove_member', { p_team_id, p_user_id: member.userId });
    await leave(tenant.teamId);
    expect((await call(token, 'list_apps')).status).toBe(200);
    await leave(team);
    expect((await call(token, 'list_apps')).status).toBe(401);
    await join(tenant, member);
    expect((await call(token, 'list_apps')).status).toBe(401);
  });

  test('works until its last moment, and not after', async () => {
    const { token } = await make(member, 'viewer', { p_expires_days: 1 });
    clock.now += DAY_MS - 1;
    expect((await call(token, 'list_apps')).status).toBe(200);
    clock.now += 1;
    expect((await call(token, 'list_apps')).status).toBe(401);
  });

  test('ends with its user, and is refused while the account is deactivated', async () => {
    const { token } = await make(member, 'viewer');
    const set = (active: boolean) =>
      service.services.workPool.query('update accounts set active = $2 where id = $1', [
        tenant.accountId,
        active,
      ]);
    await set(false);
    expect((await call(token, 'list_apps')).status).toBe(403);
    await set(true);
    expect((await call(token, 'list_apps')).status).toBe(200);
    await service.services.workPool.query('delete from auth_users where id = $1', [member.userId]);
    expect((await call(token, 'list_apps')).status).toBe(401);
  });

  test('is named in the audit log', async () => {
    const { token, token_id } = await make(tenant.owner, 'owner');
    clock.now += 1;
    await call(token, 'create_team', { p_name: 'By a script' });
    const { items } = (await rpc(tenant.owner, 'list_audit_log', { p_limit: 1 })).body;
    expect(items).toMatchObject([
      {
        user_id: tenant.owner.userId,
        action: 'create_team',
        details: { name: 'By a script', access_token_id: token_id },
      },
    ]);
  });

  test('records when it was last used, to the minute', async () => {
    const { token, token_id } = await make(member, 'viewer');
    const lastUsed = async () => {
      const { items } = (await rpc(member, 'list_access_tokens', { p_token_id: token_id })).body;
      return items[0].last_used_at;
    };
    expect(await lastUsed()).toBeNull();
    const first = clock.now;
    await call(token, 'list_apps');
    expect(await lastUsed()).toBe(first);
    clock.now += 60_000;
    await call(token, 'list_apps');
    expect(await lastUsed()).toBe(first);
    clock.now += 1;
    await call(token, 'list_apps');
    expect(await lastUsed()).toBe(clock.now);
  });

  test.each([
    ['create_account', { p_name: 'A' }],
    ['set_active_account', { p_account_id: '2f2eaaaa-1111-4111-8111-abcdefabcdef' }],
    ['accept_invitation', { p_token: 'x' }],
    ['create_invitation', { p_email: 'a@example.com', p_role: 'owner' }],
    ['revoke_invitation', { p_invitation_id: '2f2eaaaa-1111-4111-8111-abcdefabcdef' }],
    ['update_member_role', { p_role: 'owner' }],
    ['team_remove_member', {}],
    ['create_access_token', { p_label: 'Another', p_role: 'viewer' }],
    ['revoke_access_token', {}],
  ])('cannot call %s, which is for users', async (name, args) => {
    const { token, token_id } = await make(tenant.owner, 'owner');
    const named: Record<string, object> = {
      create_invitation: { p_team_id: tenant.teamId },
      update_member_role: { p_team_id: tenant.teamId, p_user_id: member.userId },
      team_remove_member: { p_team_id: tenant.teamId, p_user_id: member.userId },
      revoke_access_token: { p_token_id: token_id },
    };
    expect(await call(token, name, { ...args, ...named[name] })).toMatchObject({
      status: 403,
      body: { error: 'this needs a signed-in user: an access token is not enough' },
    });
    expect((await call(token, 'list_apps')).status).toBe(200);
    expect((await rpc(member, 'list_teams')).body.items).toMatchObject([{ role: 'developer' }]);
  });

  test('is refused by every sign-in endpoint that needs a session', async () => {
    const { token } = await make(tenant.owner, 'owner');
    const before = (await (await tenant.owner.get('/api/auth/list-sessions')).json()) as unknown[];
    for (const { method, path, signedIn } of SIGN_IN_ENDPOINTS) {
      if (!signedIn && path !== '/get-session') continue;
      const response = await service.request(`/api/auth${path.replace(':token', 'x')}`, {
        method,
        headers: {
          ...headersOf(token),
          'content-type': 'application/json',
          'x-forwarded-for': freshAddress(),
        },
        ...(method === 'POST' && { body: JSON.stringify({ name: 'Changed', token: 'x' }) }),
      });
      expect([path, response.status]).toEqual([path, 401]);
    }
    expect(await (await tenant.owner.get('/api/auth/list-sessions')).json()).toEqual(before);
  });

  test.each([
    ['in capitals', (token: string) => token.toUpperCase()],
    ['with hex digits in capitals', (token: string) => `svt_${token.slice(4).toUpperCase()}`],
    ['cut short', (token: string) => token.slice(0, -1)],
    ['with more behind it', (token: string) => `${token}0`],
    ['with a signature', (token: string) => `${token}.abc`],
    ['of no one', () => `svt_${'0'.repeat(64)}`],
    ['as an id', () => '2f2eaaaa-1111-4111-8111-abcdefabcdef'],
  ])('%s is refused', async (_how, change) => {
    const { token } = await make(member, 'viewer');
    const changed = change(`${token.slice(0, -1)}a`.replace(/a$/, token.slice(-1)));
    if (changed === token) return;
    expect((await call(changed, 'list_apps')).status).toBe(401);
  });
});
