import { describe, expect, test } from 'vitest';
import { addMember, addTeam } from '../../testing/test-tenant.ts';
import { makeConfig } from '../testing/postback-devices.ts';
import { CANONICAL, type ConfigItem, NETWORK_A, useConfigs } from '../testing/use-configs.ts';

const { listed, rpc, service, stored, tenant } = useConfigs();

test('a config that is deleted is gone, with its credential', async () => {
  const { id } = await makeConfig(tenant, CANONICAL);
  expect((await rpc('delete_ad_network_config', { p_config_id: id })).status).toBe(204);
  expect([await listed(), await stored(id)]).toEqual([[], undefined]);
  expect((await rpc('delete_ad_network_config', { p_config_id: id })).status).toBe(404);
});

describe('a config of all apps', () => {
  test('is made and changed by developers of the default team, and by no others', async () => {
    const otherTeam = await addTeam(service, tenant);
    const developer = await addMember(service, tenant, 'developer');
    const stranger = await addMember(service, tenant, 'developer', otherTeam);
    const { id } = await makeConfig({ owner: developer }, CANONICAL);
    for (const [name, args] of [
      ['create_ad_network_config', CANONICAL],
      ['update_ad_network_config', { p_config_id: id, p_label: 'Mine' }],
      ['test_ad_network_config', { p_config_id: id }],
      ['delete_ad_network_config', { p_config_id: id }],
    ] as const) {
      expect((await stranger.rpc(name, args)).status).toBe(403);
    }
    const seen = (await (await stranger.rpc('list_ad_network_configs')).json()) as { items: ConfigItem[] };
    expect(seen.items.map((item) => item.id)).toEqual([id]);
  });
});

test('every change writes an audit row', async () => {
  const { id } = await makeConfig(tenant, NETWORK_A);
  await rpc('update_ad_network_config', { p_config_id: id, p_label: 'X' });
  await rpc('set_ad_network_credential', { p_config_id: id, p_credential: 'a-token-1' });
  await rpc('delete_ad_network_config', { p_config_id: id });
  const { rows } = await service.services.workPool.query<{ action: string }>(
    'select action from audit_log where target_id = $1 order by happened_at',
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'create_ad_network_config',
    'update_ad_network_config',
    'set_ad_network_credential',
    'delete_ad_network_config',
  ]);
});
