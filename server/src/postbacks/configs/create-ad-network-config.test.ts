import { describe, expect, test } from 'vitest';
import { makeConfig } from '../testing/postback-devices.ts';
import { REQUIRED_SETTINGS } from '../testing/required-settings.ts';
import { CANONICAL, NETWORK_A, useConfigs } from '../testing/use-configs.ts';

const { listed, refusal, rpc, service, stored, tenant } = useConfigs();

describe('required settings', () => {
  const channelOf = (format: string) => (format === 'network_b_app' ? null : 'search_ads');
  const each = Object.entries(REQUIRED_SETTINGS).flatMap(([format, settings]) =>
    Object.keys(settings).map((name) => [format, name] as const),
  );

  test.each(each)('%s without %s is refused, naming it', async (format, missing) => {
    const { [missing]: _, ...p_settings } = REQUIRED_SETTINGS[format] ?? {};
    const args = {
      p_postback_format: format,
      p_event_types: ['install'],
      p_channel: channelOf(format),
      p_settings,
    };
    expect(await refusal('create_ad_network_config', args)).toBe(`p_settings.${missing}: is required`);
    expect(await listed()).toEqual([]);
  });

  test.each(Object.entries(REQUIRED_SETTINGS))('%s with all of them is taken', async (format, p_settings) => {
    const made = await makeConfig(tenant, {
      p_postback_format: format,
      p_channel: channelOf(format),
      p_settings,
    });
    expect(made).toEqual({ id: expect.any(String), postback_format: format, signing_secret: null });
  });

  test.each([
    [{ dataset_id: 1 }, 'p_settings.dataset_id: must be a string'],
    [{ dataset_id: '../1' }, 'p_settings.dataset_id: must be 1 to 100 letters, digits, _, - or .'],
    [{ dataset_id: '..' }, 'p_settings.dataset_id: must be 1 to 100 letters, digits, _, - or .'],
    [{ api_version: '21' }, 'p_settings.api_version: must be a version such as v21.0'],
    [{ colour: 'red' }, 'p_settings.colour: unknown argument'],
    [
      { event_name: 5 },
      'p_settings.event_name: must be a name, or an object of the names of install and purchase',
    ],
    [
      { event_name: { install: 'X' } },
      'p_settings.event_name: must be a name, or an object of the names of install and purchase',
    ],
  ])('%j is refused', async (members, error) => {
    const args = { ...NETWORK_A, p_settings: { ...NETWORK_A.p_settings, ...members } };
    expect(await refusal('create_ad_network_config', args)).toBe(error);
  });

  test('two names of events are for a config that takes both', async () => {
    const p_settings = { ...NETWORK_A.p_settings, event_name: { install: 'I', purchase: 'P' } };
    await makeConfig(tenant, { ...NETWORK_A, p_settings });
    const args = { ...NETWORK_A, p_settings, p_event_types: ['install'] };
    expect(await refusal('create_ad_network_config', args)).toContain(
      'p_settings.event_name: must be one name',
    );
  });
});

describe('event types', () => {
  test.each([[[]], [['open']], [['install', 'install']], ['install'], [null]])(
    '%j are refused',
    async (types) => {
      expect(await refusal('create_ad_network_config', { ...CANONICAL, p_event_types: types })).toContain(
        'p_event_types',
      );
    },
  );
});

describe('the channel', () => {
  test.each([
    ['network_a_conversions', NETWORK_A.p_settings, 'social_a'],
    ['network_e_events', { event_source_id: 'e', event_name: 'X' }, 'social_b'],
    ['network_b_app', { link_id: 'L' }, null],
  ])('of %s is by default %s', async (p_postback_format, p_settings, channel) => {
    await makeConfig(tenant, { p_postback_format, p_settings });
    expect(await listed()).toMatchObject([{ channel }]);
  });

  test.each([
    ['canonical', { ...CANONICAL, p_channel: null }, 'p_channel: is required for canonical'],
    [
      'network_d_conversions',
      { p_postback_format: 'network_d_conversions', p_settings: { pixel_id: 'p', event_name: 'X' } },
      'p_channel: is required for network_d_conversions',
    ],
    [
      'network_b_app',
      { p_postback_format: 'network_b_app', p_settings: { link_id: 'L' }, p_channel: 'search_ads' },
      'p_channel: must be left out: network_b_app takes every install',
    ],
  ])('of %s', async (_format, args, error) => {
    expect(await refusal('create_ad_network_config', { p_event_types: ['install'], ...args })).toBe(error);
  });
});

describe('canonical', () => {
  test('is issued a secret, shows it this once and keeps it sealed', async () => {
    const { id, signing_secret } = await makeConfig(tenant, CANONICAL);
    expect(signing_secret).toMatch(/^[0-9a-f]{64}$/);
    const { signing_secret: sealed } = await stored(id);
    expect(service.services.keyring.open('ad-network-signing-secret', id, sealed)).toBe(signing_secret);
    expect(JSON.stringify(await listed())).not.toContain(signing_secret);
  });
});

test('an account has up to 200 configs', async () => {
  await service.services.workPool.query(
    `insert into ad_network_configs (id, customer_id, postback_format, event_types, created_at, updated_at)
     select gen_random_uuid(), $1, 'canonical', '{install}', now(), now() from generate_series(1, 199)`,
    [tenant.accountId],
  );
  await makeConfig(tenant, CANONICAL);
  expect((await rpc('create_ad_network_config', CANONICAL)).status).toBe(409);
});
