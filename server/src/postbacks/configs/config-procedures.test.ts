import { describe, expect, test } from 'vitest';
import { perTest } from '../../testing/per-suite.ts';
import { addMember, addTeam, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { makeConfig } from '../testing/postback-devices.ts';

const service = useService();
const lenient = useService({
  env: { ALLOW_LOOPBACK_POSTBACKS: '1' },
  beside: service,
});
const tenant = perTest(() => createTenant(service));

const CANONICAL = {
  p_postback_format: 'canonical',
  p_event_types: ['install'],
  p_channel: 'social_a',
  p_postback_url: 'https://hooks.example.com/in',
};
const NETWORK_A = {
  p_postback_format: 'network_a_conversions',
  p_event_types: ['install', 'purchase'],
  p_settings: { dataset_id: '1', api_version: 'v21.0', event_name: 'X' },
};

const rpc = (name: string, args: object) => tenant.owner.rpc(name, args);
async function refusal(name: string, args: object): Promise<string> {
  const response = await rpc(name, args);
  expect(response.status).toBe(400);
  return ((await response.json()) as { error: string }).error;
}
interface Item {
  id: string;
  postback_url: string | null;
  has_credential: boolean;
}
const listed = async (args: object = {}) =>
  ((await (await rpc('list_ad_network_configs', args)).json()) as { items: Item[] }).items;
const stored = async (id: string) =>
  (await service.services.workPool.query('select * from ad_network_configs where id = $1', [id])).rows[0];

describe('required settings', () => {
  const required: Record<string, Record<string, unknown>> = {
    network_a_conversions: { dataset_id: '1', api_version: 'v21.0', event_name: 'X' },
    network_b_app: { link_id: 'L' },
    network_c_campaign_manager: {
      profile_id: '1',
      floodlight_configuration_id: '2',
      floodlight_activity_id: '3',
    },
    network_d_conversions: { pixel_id: 'p', event_name: 'X' },
    network_e_events: { event_source_id: 'e', event_name: 'X' },
  };
  const channelOf = (format: string) => (format === 'network_b_app' ? null : 'search_ads');
  const each = Object.entries(required).flatMap(([format, settings]) =>
    Object.keys(settings).map((name) => [format, name] as const),
  );

  test.each(each)('%s without %s is refused, naming it', async (format, missing) => {
    const { [missing]: _, ...p_settings } = required[format] ?? {};
    const args = {
      p_postback_format: format,
      p_event_types: ['install'],
      p_channel: channelOf(format),
      p_settings,
    };
    expect(await refusal('create_ad_network_config', args)).toBe(`p_settings.${missing}: is required`);
    expect(await listed()).toEqual([]);
  });

  test.each(Object.entries(required))('%s with all of them is taken', async (format, p_settings) => {
    const made = await makeConfig(tenant, {
      ...{ p_postback_format: format, p_channel: channelOf(format), p_settings },
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

describe('the address', () => {
  test.each<[string | null, string]>([
    [null, 'p_postback_url: is required for canonical'],
    ['', 'p_postback_url: must be an https URL'],
    ['http://hooks.example.com/', 'p_postback_url: must be an https URL'],
    ['ftp://hooks.example.com/', 'p_postback_url: must be an https URL'],
    ['hooks.example.com', 'p_postback_url: must be an https URL'],
    ['https://hooks.example.com/a b', 'p_postback_url: must be an https URL'],
    ['https://hooks.example.com/#x', 'p_postback_url: must have no fragment'],
    ['https://me:pw@hooks.example.com/', 'p_postback_url: must have no user name and no password'],
    ['https://hooks.example.com@127.0.0.1/', 'p_postback_url: must have no user name and no password'],
    ['https://hooks.example.com\\@127.0.0.1/', 'p_postback_url: must be an https URL'],
    ['https://[fe80::1%25eth0]/', 'p_postback_url: must be an https URL'],
    ['https://127.0.0.1.1.1/', 'p_postback_url: must be an https URL'],
    ['https://hooks.example.com:99999/', 'p_postback_url: must be an https URL'],
    [`https://hooks.example.com/${'x'.repeat(2030)}`, 'p_postback_url: must be 2048 characters or fewer'],
    ...[
      ...['127.0.0.1', '2130706433', '0x7f000001', '10.0.0.1', '169.254.169.254', '[::1]', '[fd00::1]'],
      ...['[::ffff:10.0.0.1]', '[::127.0.0.1]', '[64:ff9b::a9fe:a9fe]', 'localhost', 'a.LOCALHOST'],
      ...['127.0.0.1.', '127.1', '0', '0177.0.0.1', '017700000001', '0X7F.0x0.0.0x1', '192.168.0.1:8443'],
      ...['[::]', '[::FFFF:7F00:1]', '[0:0:0:0:0:ffff:7f00:1]', '[2002:7f00:1::]', '[fe80::1]', 'localhost.'],
      ...['%31%32%37.0.0.1', '１２７.0.0.1', '127。0。0。1', 'ⓛocalhost', '100.64.0.1', '172.16.0.1'],
    ].map((host): [string, string] => [
      `https://${host}/`,
      'p_postback_url: must not name a private or loopback address',
    ]),
  ])('%s is refused for canonical', async (p_postback_url, error) => {
    expect(await refusal('create_ad_network_config', { ...CANONICAL, p_postback_url })).toBe(error);
  });

  test('of up to 2048 characters is taken', async () => {
    const p_postback_url = `https://hooks.example.com/${'x'.repeat(2048 - 26)}`;
    await makeConfig(tenant, { ...CANONICAL, p_postback_url });
    expect(await listed()).toMatchObject([{ postback_url: p_postback_url }]);
  });

  test('of a native format is its own', async () => {
    const args = { ...NETWORK_A, p_postback_url: 'https://graph.example.com' };
    expect(await refusal('create_ad_network_config', args)).toBe(
      'p_postback_url: must be left out: network_a_conversions has an address of its own',
    );
  });

  test.each([
    [{ ...CANONICAL, p_postback_url: 'http://127.0.0.1:9000/in' }, 200],
    [{ ...CANONICAL, p_postback_url: 'http://localhost:9000/in' }, 200],
    [{ ...CANONICAL, p_postback_url: 'http://10.0.0.1/in' }, 400],
    [{ ...NETWORK_A, p_postback_url: 'http://127.0.0.1:9000' }, 200],
    [{ ...NETWORK_A, p_postback_url: 'http://127.0.0.1:9000/' }, 200],
    [{ ...NETWORK_A, p_postback_url: 'http://127.0.0.1:9000/path' }, 400],
    [{ ...NETWORK_A, p_postback_url: 'http://127.0.0.1:9000/?a=1' }, 400],
  ])('%j is answered %i where loopback is allowed', async (args, status) => {
    const owner = (await createTenant(lenient)).owner;
    expect((await owner.rpc('create_ad_network_config', args)).status).toBe(status);
  });
});

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
      ((await (await owner.rpc('update_ad_network_config', { p_config_id, ...args })).json()) as Item)
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
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%ad_network_configs%'`;
      await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
      await storing.query('commit');
      expect((await moving).status).toBe(200);
    } finally {
      storing.release();
    }
    expect(await stored(id)).toMatchObject({ credential: null, postback_url: 'http://127.0.0.1:9001' });
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
    const seen = (await (await stranger.rpc('list_ad_network_configs')).json()) as { items: Item[] };
    expect(seen.items.map((item) => item.id)).toEqual([id]);
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
