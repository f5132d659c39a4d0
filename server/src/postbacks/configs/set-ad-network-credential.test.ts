import { describe, expect, test } from 'vitest';
import { createTenant } from '../../testing/test-tenant.ts';
import { makeConfig } from '../testing/postback-devices.ts';
import { CANONICAL, type ConfigItem, NETWORK_A, useConfigs } from '../testing/use-configs.ts';

const { lenient, listed, refusal, rpc, service, stored, tenant } = useConfigs();

describe('a credential', () => {
  test('is stored sealed, shown nowhere, and taken in place of the one before', async () => {
    const { id } = await makeConfig(tenant, NETWORK_A);
    expect(await listed()).toMatchObject([{ has_credential: false }]);
    for (const p_credential of ['first-token-1', 'EAAB-second-token']) {
      expect((await rpc('set_ad_network_credential', { p_config_id: id, p_credential })).status).toBe(204);
      const { credential } = await stored(id);
      expect(service.services.keyring.open('ad-network-credential', id, credential)).toBe(p_credential);
    }
    const { rows } = await service.services.workPool.query(
      'select details from audit_log where target_id = $1',
      [id],
    );
    expect(JSON.stringify([await listed(), rows])).not.toContain('token');
    expect(await listed()).toMatchObject([{ has_credential: true }]);
  });

  test.each([
    ['1234567', 'p_credential: must be 8 characters or more'],
    ['x'.repeat(4097), 'p_credential: must be 4096 characters or fewer'],
    ['with white space', 'p_credential: must be ASCII without white space'],
    ['line\r\nx-y: 1', 'p_credential: must be ASCII without white space'],
    ['tökenträger', 'p_credential: must be ASCII without white space'],
  ])('%j is refused', async (p_credential, error) => {
    const { id } = await makeConfig(tenant, NETWORK_A);
    expect(await refusal('set_ad_network_credential', { p_config_id: id, p_credential })).toBe(error);
  });

  test('is not for canonical, whose deliveries are signed', async () => {
    const { id } = await makeConfig(tenant, CANONICAL);
    const args = { p_config_id: id, p_credential: 'a-token-1' };
    expect(await refusal('set_ad_network_credential', args)).toContain('takes no credential');
  });

  test('is deleted with the address that it was for, and stays with all else', async () => {
    const { owner } = await createTenant(lenient);
    const { id } = await makeConfig({ owner }, { ...NETWORK_A, p_postback_url: 'http://127.0.0.1:9000' });
    const p_config_id = id;
    const set = { p_config_id, p_credential: 'a-token-1' };
    const has = async (args: object) =>
      ((await (await owner.rpc('update_ad_network_config', { p_config_id, ...args })).json()) as ConfigItem)
        .has_credential;
    await owner.rpc('set_ad_network_credential', set);
    expect(await has({ p_label: 'Renamed', p_event_types: ['install'] })).toBe(true);
    expect(await has({ p_postback_url: 'http://127.0.0.1:9000' })).toBe(true);
    expect(await has({ p_postback_url: 'http://127.0.0.1:9001' })).toBe(false);
  });

  test('is deleted with its address also if it is stored at the same moment', async () => {
    const { owner } = await createTenant(lenient);
    const { id } = await makeConfig({ owner }, { ...NETWORK_A, p_postback_url: 'http://127.0.0.1:9000' });
    const pool = service.services.workPool;
    const storing = await pool.connect();
    try {
      await storing.query('begin');
      await storing.query(`update ad_network_configs set credential = 'sealed' where id = $1`, [id]);
      const args = { p_config_id: id, p_postback_url: 'http://127.0.0.1:9001' };
      const moving = owner.rpc('update_ad_network_config', args);
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
        and query like '%ad_network_configs%'`;
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
      await storing.query('commit');
      expect((await moving).status).toBe(200);
    } finally {
      storing.release();
    }
    expect(await stored(id)).toMatchObject({ credential: null, postback_url: 'http://127.0.0.1:9001' });
  });
});
