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

  test('writes down what changed, without what its address may hide', async () => {
    const { id } = await makeConfig(tenant, { ...NETWORK_A, p_label: 'Partner' });
    await rpc('set_ad_network_credential', { p_config_id: id, p_credential: 'credential-1234' });
    const settings = { ...NETWORK_A.p_settings, dataset_id: '7' };
    await rpc('update_ad_network_config', { p_config_id: id, p_label: 'Other', p_settings: settings });
    const canonical = await makeConfig(tenant, CANONICAL);
    const p_postback_url = 'https://elsewhere.example/hook?token=hidden-1234';
    await rpc('update_ad_network_config', { p_config_id: canonical.id, p_postback_url });
    await rpc('update_ad_network_config', {
      p_config_id: canonical.id,
      p_event_types: CANONICAL.p_event_types,
    });
    const log = await tenant.owner.rpc('list_audit_log', { p_limit: 200 });
    const text = await log.text();
    expect(text).not.toMatch(/credential-1234|hidden-1234/);
    const { items } = JSON.parse(text) as { items: { action: string; details: object }[] };
    const details = items
      .filter(({ action }) => action === 'update_ad_network_config')
      .map((item) => item.details);
    expect(details).toHaveLength(3);
    expect(details).toEqual(
      expect.arrayContaining([
        { app_id: null, url_changed: false, changed: {} },
        {
          app_id: null,
          url_changed: true,
          changed: {
            postback_origin: {
              from: new URL(CANONICAL.p_postback_url).origin,
              to: 'https://elsewhere.example',
            },
          },
        },
        {
          app_id: null,
          url_changed: false,
          changed: {
            label: { from: 'Partner', to: 'Other' },
            'settings.dataset_id': { from: NETWORK_A.p_settings.dataset_id, to: '7' },
          },
        },
      ]),
    );
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
