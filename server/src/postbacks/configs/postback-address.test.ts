import { describe, expect, test } from 'vitest';
import { createTenant } from '../../testing/test-tenant.ts';
import { makeConfig } from '../testing/postback-devices.ts';
import { CANONICAL, NETWORK_A, useConfigs } from '../testing/use-configs.ts';

const { lenient, listed, refusal, tenant } = useConfigs();

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
    // biome-ignore format: a group a line.
    ...[
      '127.0.0.1', '2130706433', '0x7f000001', '10.0.0.1', '169.254.169.254', '[::1]', '[fd00::1]',
      '[::ffff:10.0.0.1]', '[::127.0.0.1]', '[64:ff9b::a9fe:a9fe]', 'localhost', 'a.LOCALHOST',
      '127.0.0.1.', '127.1', '0', '0177.0.0.1', '017700000001', '0X7F.0x0.0.0x1', '192.168.0.1:8443',
      '[::]', '[::FFFF:7F00:1]', '[0:0:0:0:0:ffff:7f00:1]', '[2002:7f00:1::]', '[fe80::1]', 'localhost.',
      '%31%32%37.0.0.1', '１２７.0.0.1', '127。0。0。1', 'ⓛocalhost', '100.64.0.1', '172.16.0.1',
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
