import { describe, expect, test } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { perTest } from '../../testing/per-suite.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { addMember, addTeam, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

const listed = async (token: string) => {
  const { body } = await answerOf(
    service.request('/rest/v1/rpc/list_accounts', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, apikey: TEST_ANON_KEY },
    }),
  );
  return body.items;
};

describe('list_accounts tells who acts as an owner of the whole account', () => {
  test('an owner of the default team', async () => {
    expect(await listed(tenant.owner.token)).toMatchObject([{ role: 'owner', account_owner: true }]);
  });

  test('no owner of another team', async () => {
    const other = await addMember(service, tenant, 'owner', await addTeam(service, tenant));
    expect(await listed(other.token)).toMatchObject([{ role: 'owner', account_owner: false }]);
  });

  test('no developer of the default team', async () => {
    const developer = await addMember(service, tenant, 'developer');
    expect(await listed(developer.token)).toMatchObject([{ role: 'developer', account_owner: false }]);
  });

  test.each([
    ['owner', true],
    ['developer', false],
  ])('an owner’s access token of the role %s: %j', async (p_role, account_owner) => {
    const made = await tenant.owner.rpc('create_access_token', { p_label: 'CI', p_role });
    const { token } = (await made.json()) as { token: string };
    expect(await listed(token)).toMatchObject([{ role: p_role, account_owner }]);
  });

  test('each account by itself', async () => {
    const guest = await addMember(service, tenant, 'viewer');
    await guest.rpc('create_account', { p_name: 'Mine' });
    const items: { account_id: string; account_owner: boolean }[] = await listed(guest.token);
    const owns = new Map(items.map(({ account_id, account_owner }) => [account_id, account_owner]));
    expect(owns.size).toBe(2);
    expect(owns.get(tenant.accountId)).toBe(false);
    expect([...owns.values()]).toContain(true);
  });
});
