import { describe, expect, test } from 'vitest';
import { makeConfig } from '../testing/postback-devices.ts';
import { CANONICAL, NETWORK_A, useConfigs } from '../testing/use-configs.ts';

const { refusal, rpc, stored, tenant } = useConfigs();

describe('update_ad_network_config', () => {
  test('changes what is given and leaves the rest', async () => {
    const { id } = await makeConfig(tenant, { ...CANONICAL, p_label: 'Partner' });
    const response = await rpc('update_ad_network_config', { p_config_id: id, p_event_types: ['purchase'] });
    expect(await response.json()).toMatchObject({
      id,
      event_types: ['purchase'],
      label: 'Partner',
      channel: 'social_a',
      postback_url: CANONICAL.p_postback_url,
    });
  });

  test.each([
    [{ p_settings: { dataset_id: '1' } }, 'p_settings.api_version: is required'],
    [{ p_event_types: [] }, 'p_event_types: must name install, purchase or both'],
    [{ p_postback_url: 'https://elsewhere.example' }, 'p_postback_url: must be left out'],
    [{ p_channel: 'nowhere' }, 'p_channel: must be one of'],
  ])('refuses %j and changes nothing', async (args, error) => {
    const { id } = await makeConfig(tenant, NETWORK_A);
    const before = await stored(id);
    expect(await refusal('update_ad_network_config', { p_config_id: id, ...args })).toContain(error);
    expect(await stored(id)).toEqual(before);
  });

  test('refuses event types that the names of its settings do not fit', async () => {
    const p_settings = { ...NETWORK_A.p_settings, event_name: { install: 'I', purchase: 'P' } };
    const { id } = await makeConfig(tenant, { ...NETWORK_A, p_settings });
    expect(
      await refusal('update_ad_network_config', { p_config_id: id, p_event_types: ['install'] }),
    ).toContain('event_name');
  });
});
