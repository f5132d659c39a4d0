import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { SIGN_IN_ENDPOINTS } from '../http/sign-in/sign-in-endpoints.ts';
import { callTrpc } from '../testing/call-trpc.ts';
import { captureLog } from '../testing/capture-log.ts';
import { join } from '../testing/invite.ts';
import { perTest } from '../testing/per-suite.ts';
import { TEST_ANON_KEY } from '../testing/test-service.ts';
import { createTenant, freshAddress, type Person, signUp } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const DAY = 86_400_000;

const captured = captureLog('trace');
let now = Date.UTC(2026, 2, 1);
const service = useService({ clock: () => now, log: captured.log });
const tenant = perTest(() => createTenant(service));
const member = perTest(() => signUp(service));
beforeEach(async () => {
  await join(tenant, member, { p_role: 'developer' });
});

interface Made {
  readonly token_id: string;
  readonly token: string;
  readonly expires_at: number | null;
}

const headersOf = (token: string) => ({ apikey: TEST_ANON_KEY, authorization: `Bearer ${token}` });
const answerOf = async (response: Response) => {
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
};
const rpc = async (who: Person, name: string, args: object = {}) => answerOf(await who.rpc(name, args));
/** Calls a procedure with an access token. */
const call = async (token: string, name: string, args: object = {}) =>
  answerOf(
    await service.request(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { ...headersOf(token), 'content-type': 'application/json' },
      body: JSON.stringify(args),
    }),
  );
const make = async (who: Person, p_role: string, args: object = {}): Promise<Made> => {
  const answer = await rpc(who, 'create_access_token', { p_label: 'CI', p_role, ...args });
  if (answer.status !== 200) throw new Error(`no token: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const revoke = (p_token_id: string, who = tenant.owner) => rpc(who, 'revoke_access_token', { p_token_id });
const setRole = (p_role: string) =>
  rpc(tenant.owner, 'update_member_role', { p_team_id: tenant.teamId, p_user_id: member.userId, p_role });
const makeApp = (token: string, p_name = 'App') =>
  call(token, 'create_app', { p_name, p_bundle_id: 'com.example.tool' });

describe('create_access_token', () => {
  test('shows the token once and stores its hash alone', async () => {
    captured.clear();
    const made = await make(member, 'developer', { p_expires_days: 30 });
    expect(made).toEqual({
      token_id: expect.any(String),
      token: expect.stringMatching(/^svt_[0-9a-f]{64}$/),
      label: 'CI',
      role: 'developer',
      expires_at: now + 30 * DAY,
      warning: expect.stringContaining('shown once'),
    });
    await call(made.token, 'list_apps');
    const { rows } = await service.services.workPool.query(
      `select t::text as row, token_hash, (select json_agg(a)::text from audit_log a) as audit
       from access_tokens t where id = $1`,
      [made.token_id],
    );
    expect(rows[0].token_hash).toEqual(createHash('sha256').update(made.token).digest());
    const metrics = await (await service.request('/metrics', { headers: { host: 'localhost' } })).text();
    expect(rows[0].row + rows[0].audit + captured.text() + metrics).not.toContain(made.token.slice(4));
  });

  test.each([
    [undefined, null],
    [null, null],
    [1, DAY],
    [365, 365 * DAY],
  ])('with p_expires_days %j lasts %j ms', async (p_expires_days, lasts) => {
    const { expires_at } = await make(member, 'viewer', { p_expires_days });
    expect(expires_at).toBe(lasts === null ? null : now + lasts);
  });

  test.each([
    [{ p_expires_days: 0 }, 'p_expires_days: must be 1 or more'],
    [{ p_expires_days: 366 }, 'p_expires_days: must be 365 or less'],
    [{ p_label: ' ' }, 'p_label: must not be empty'],
    [{ p_label: undefined }, 'p_label: is missing'],
    [{ p_role: 'admin' }, 'p_role: must be one of owner, developer, marketer, viewer'],
  ])('refuses %j', async (wrong, error) => {
    const args = { p_label: 'CI', p_role: 'viewer', ...wrong };
    expect(await rpc(member, 'create_access_token', args)).toMatchObject({ status: 400, body: { error } });
  });

  test.each([
    ['owner', 403],
    ['developer', 200],
    ['marketer', 200],
    ['viewer', 200],
  ])('of the role %s is answered %i to a developer', async (p_role, status) => {
    expect((await rpc(member, 'create_access_token', { p_label: 'CI', p_role })).status).toBe(status);
  });

  test('stops at 100 active ones of a member', async () => {
    await service.services.workPool.query(
      `insert into access_tokens (id, customer_id, user_id, label, role, token_hash, created_at, revoked_at, expires_at)
       select gen_random_uuid(), $1, $2, 'T', 'viewer', sha256(gen_random_uuid()::text::bytea), $3::timestamptz,
         case when n > 101 then $3::timestamptz end, case when n in (100, 101) then $3::timestamptz end
       from generate_series(1, 120) n`,
      [tenant.accountId, member.userId, new Date(now)],
    );
    const last = await make(member, 'viewer');
    expect(await rpc(member, 'create_access_token', { p_label: 'CI', p_role: 'viewer' })).toMatchObject({
      status: 409,
      body: { error: 'one member can have 100 active access tokens' },
    });
    await revoke(last.token_id);
    await make(member, 'viewer');
  });
});

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
    now += 1;
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
    now += DAY - 1;
    expect((await call(token, 'list_apps')).status).toBe(200);
    now += 1;
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
    now += 1;
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
    const first = now;
    await call(token, 'list_apps');
    expect(await lastUsed()).toBe(first);
    now += 60_000;
    await call(token, 'list_apps');
    expect(await lastUsed()).toBe(first);
    now += 1;
    await call(token, 'list_apps');
    expect(await lastUsed()).toBe(now);
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

describe('list_access_tokens', () => {
  test('shows members their own and account owners everyone’s, never the tokens themselves', async () => {
    const theirs = await make(member, 'viewer');
    const own = await make(tenant.owner, 'owner');
    const items = async (who: Person, args = {}) => (await rpc(who, 'list_access_tokens', args)).body.items;
    expect(await items(member)).toEqual([
      {
        id: theirs.token_id,
        label: 'CI',
        role: 'viewer',
        status: 'active',
        user_id: member.userId,
        email: member.email,
        created_at: now,
        expires_at: null,
        last_used_at: null,
        revoked_at: null,
      },
    ]);
    expect(await items(member, { p_token_id: own.token_id })).toEqual([]);
    expect(await items(member, { p_user_id: tenant.owner.userId })).toEqual([]);
    const all = await items(tenant.owner);
    expect(all.map(({ id }: { id: string }) => id).sort()).toEqual([own.token_id, theirs.token_id].sort());
    expect(await items(tenant.owner, { p_user_id: member.userId })).toHaveLength(1);
    expect(JSON.stringify(all)).not.toContain('svt_');
  });
});

describe('revoke_access_token', () => {
  test('stops a token immediately; revoking it again is refused', async () => {
    const { token, token_id } = await make(member, 'viewer');
    expect((await revoke(token_id, member)).status).toBe(204);
    expect((await call(token, 'list_apps')).status).toBe(401);
    expect(await revoke(token_id, member)).toMatchObject({
      status: 409,
      body: { error: 'the access token is already revoked' },
    });
    const { items } = (await rpc(member, 'list_access_tokens')).body;
    expect(items).toMatchObject([{ status: 'revoked', revoked_at: now }]);
  });

  test('is allowed for its creator and for account owners', async () => {
    const theirs = await make(member, 'viewer');
    const own = await make(tenant.owner, 'viewer');
    expect((await revoke(own.token_id, member)).status).toBe(403);
    expect((await revoke(theirs.token_id, tenant.owner)).status).toBe(204);
    const stranger = await createTenant(service);
    expect((await revoke(own.token_id, stranger.owner)).status).toBe(404);
  });
});
