import { describe, expect, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

const rpc = async (name: string, args: object = {}, who = tenant.owner) => answerOf(who.rpc(name, args));
const teams = async () => (await rpc('list_teams')).body.items as Record<string, unknown>[];
const makeTeam = async (args: object = {}) =>
  (await rpc('create_team', { p_name: 'Games', ...args })).body as string;
const audited = async (action: string) => {
  const { body } = await rpc('list_audit_log', { p_limit: 200 });
  return body.items.filter((entry: { action: string }) => entry.action === action);
};

describe('create_team', () => {
  test('creates a team owned by the caller, next to the default team', async () => {
    const id = await makeTeam({ p_avatar: '🎲' });
    expect(await teams()).toEqual([
      {
        id,
        name: 'Games',
        avatar: '🎲',
        is_default: false,
        archived: false,
        role: 'owner',
        created_at: expect.any(Number),
        archived_at: null,
      },
      expect.objectContaining({ id: tenant.teamId, name: 'Default team', is_default: true, avatar: null }),
    ]);
    const { body } = await rpc('list_members', { p_team_id: id });
    expect(body.items).toMatchObject([{ user_id: tenant.owner.userId, role: 'owner', team_id: id }]);
    expect(await audited('create_team')).toMatchObject([{ target_id: id, details: { name: 'Games' } }]);
  });

  test.each([
    ['https://example.com/a.png', 200],
    ['🎲', 200],
    ['', 200],
    [`https://example.com/${'a'.repeat(2028)}`, 200],
    [`https://example.com/${'a'.repeat(2029)}`, 400],
    ['javascript:alert(1)', 400],
    [' JavaScript:alert(1)', 400],
    ['data:text/html,x', 400],
    ['a\u0000b', 400],
    [7, 400],
  ])('with the avatar %j is answered %i', async (p_avatar, status) => {
    const answer = await rpc('create_team', { p_name: 'T', p_avatar });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.error).toMatch(/^p_avatar: /);
  });

  test.each([
    [{}, 'p_name: is missing'],
    [{ p_name: ' ' }, 'p_name: must not be empty'],
    [{ p_name: 'x'.repeat(201) }, 'p_name: must be 200 characters or fewer'],
    [{ p_name: 'T', p_role: 'owner' }, 'p_role: unknown argument'],
  ])('refuses %j', async (args, error) => {
    expect(await rpc('create_team', args)).toMatchObject({ status: 400, body: { error } });
  });

  test('stops at 500 teams, including archived ones', async () => {
    await service.services.workPool.query(
      `insert into teams (id, customer_id, name, created_at, archived_at)
       select gen_random_uuid(), $1, 'T', now(), now() from generate_series(1, 498)`,
      [tenant.accountId],
    );
    expect((await rpc('create_team', { p_name: 'The 500th' })).status).toBe(200);
    expect(await rpc('create_team', { p_name: 'One more' })).toMatchObject({
      status: 409,
      body: { error: 'an account can have at most 500 teams' },
    });
  });
});

test('rename_team renames a team and audits both names', async () => {
  const id = await makeTeam();
  expect((await rpc('rename_team', { p_team_id: id, p_name: ' Play ' })).status).toBe(204);
  expect(await teams()).toMatchObject([{ id, name: 'Play' }, {}]);
  expect(await audited('rename_team')).toMatchObject([{ details: { from: 'Games', to: 'Play' } }]);
});
