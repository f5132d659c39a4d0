import { beforeAll, describe, expect, test } from 'vitest';
import { RESOURCES } from '../../analytics/resources.ts';
import { PROCEDURES } from '../../testing/matrix/caller-matrix.ts';
import { CALLERS } from '../../testing/matrix/callers.ts';
import type { MatrixWorld } from '../../testing/matrix/matrix-row.ts';
import { createMatrixWorld } from '../../testing/matrix/matrix-world.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { useService } from '../../testing/use-service.ts';

/** What is for people alone; everything else a token of a role may as far as that role may. */
const FOR_PEOPLE = new Set([
  'create_account',
  'set_active_account',
  'create_invitation',
  'revoke_invitation',
  'accept_invitation',
  'update_member_role',
  'team_remove_member',
  'create_access_token',
  'revoke_access_token',
  'delete_my_account_data',
]);

const ROLES = ['viewer', 'marketer', 'developer', 'owner'] as const;

const service = useService();

describe.each(ROLES)('an access token of the role %s', (role) => {
  // A world of its own: what one role has used up another cannot use again.
  let world: MatrixWorld;
  let headers: Record<string, string>;
  beforeAll(async () => {
    world = await createMatrixWorld(service);
    // Made by the owner: only its role limits it.
    const args = { p_label: 'Matrix', p_role: role };
    const made = await (await world.tenant.owner.rpc('create_access_token', args)).json();
    headers = { apikey: TEST_ANON_KEY, authorization: `Bearer ${(made as { token: string }).token}` };
  }, 60_000);

  test.each(Object.entries(PROCEDURES))('may call %s as a member of that role may', async (name, row) => {
    const expected = FOR_PEOPLE.has(name) ? 403 : row.expected[CALLERS.indexOf(role)];
    const response = await service.request(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(row.args?.(world) ?? {}),
    });
    expect([response.status, await response.text()]).toEqual([expected, expect.any(String)]);
  });

  test.each(RESOURCES)('may read the report $name', async ({ name: resource }) => {
    const query = new URLSearchParams({ resource, app_id: world.tenant.appId });
    const response = await service.request(`/v1/analytics?${query}`, { headers });
    expect(response.status).toBe(200);
  });
});
