import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { createTenant, type Person } from '../../testing/test-tenant.ts';
import { useAccessTokens } from './testing/use-access-tokens.ts';

const { captured, clock, service, tenant, member, rpc, call, make, revoke } = useAccessTokens();

describe('create_access_token', () => {
  test('shows the token once and stores its hash alone', async () => {
    captured.clear();
    const made = await make(member, 'developer', { p_expires_days: 30 });
    expect(made).toEqual({
      token_id: expect.any(String),
      token: expect.stringMatching(/^svt_[0-9a-f]{64}$/),
      label: 'CI',
      role: 'developer',
      expires_at: clock.now + 30 * DAY_MS,
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
    [1, DAY_MS],
    [365, 365 * DAY_MS],
  ])('with p_expires_days %j lasts %j ms', async (p_expires_days, lasts) => {
    const { expires_at } = await make(member, 'viewer', { p_expires_days });
    expect(expires_at).toBe(lasts === null ? null : clock.now + lasts);
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
      [tenant.accountId, member.userId, new Date(clock.now)],
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
        created_at: clock.now,
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
    expect(items).toMatchObject([{ status: 'revoked', revoked_at: clock.now }]);
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
