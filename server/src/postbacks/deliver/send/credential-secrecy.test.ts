import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { captureLog } from '../../../testing/capture-log.ts';
import { perTest } from '../../../testing/per-suite.ts';
import { createTenant } from '../../../testing/test-tenant.ts';
import { useService } from '../../../testing/use-service.ts';
import { type FakeNetwork, startFakeNetwork } from '../../testing/fake-network.ts';
import { deliverAll, installFrom, makeConfig } from '../../testing/postback-devices.ts';
import { REQUIRED_SETTINGS } from '../../testing/required-settings.ts';

const logged = captureLog('trace');
const service = useService({ env: { ALLOW_LOOPBACK_POSTBACKS: '1' }, log: logged.log });
const tenant = perTest(() => createTenant(service));

let network: FakeNetwork;
beforeEach(async () => {
  network = await startFakeNetwork();
});
afterEach(() => network.close());

/** Letters and digits, which no encoding changes, within what encodings change. */
const CORE = randomBytes(16).toString('hex');
const CREDENTIAL = `EA/+"${CORE}&'=\\`;

const answerOf = async (name: string, args: object) => (await tenant.owner.rpc(name, args)).text();
const rowsOf = async (table: string) =>
  JSON.stringify((await service.services.workPool.query(`select * from ${table}`)).rows);

test.each([200, 400, 401, 500])(
  'a credential that networks repeat in an answer of %i is kept and shown nowhere',
  async (status) => {
    network.script([{ status, echo: true }]);
    const shown: Record<string, string> = {};
    for (const [p_postback_format, p_settings] of Object.entries(REQUIRED_SETTINGS)) {
      const { id: p_config_id } = await makeConfig(tenant, {
        p_postback_format,
        p_settings,
        p_postback_url: network.origin,
        p_channel: p_postback_format === 'network_b_app' ? null : 'social_a',
      });
      const set = { p_config_id, p_credential: CREDENTIAL };
      shown[`set ${p_postback_format}`] = await answerOf('set_ad_network_credential', set);
      shown[`tested ${p_postback_format}`] = await answerOf('test_ad_network_config', { p_config_id });
    }
    await installFrom(service, tenant, 'social_a');
    await deliverAll(service);
    const repeated = network.calls.filter((call) => JSON.stringify(call).includes(CORE));
    expect(repeated).toHaveLength(2 * Object.keys(REQUIRED_SETTINGS).length);

    const wrong = { p_config_id: tenant.appId, p_credential: `${CREDENTIAL} ` };
    shown.refusal = await answerOf('set_ad_network_credential', wrong);
    for (const list of ['list_postbacks', 'list_ad_network_configs', 'list_audit_log']) {
      shown[list] = await answerOf(list, {});
    }
    for (const table of ['postbacks', 'postback_attempts', 'audit_log', 'ad_network_configs']) {
      shown[table] = await rowsOf(table);
    }
    shown.metrics = await (await service.request('/metrics')).text();
    shown.log = logged.text();
    expect(shown.list_postbacks).toContain('[redacted]');
    for (const [where, text] of Object.entries(shown)) expect(text.includes(CORE), where).toBe(false);
  },
);

test('a signing secret is shown once, and neither kept nor shown anywhere else', async () => {
  network.script([{ status: 500, echo: true }]);
  const { id, signing_secret } = await makeConfig(tenant, {
    p_channel: 'social_a',
    p_postback_url: `${network.origin}/in`,
  });
  await installFrom(service, tenant, 'social_a');
  await deliverAll(service);
  const shown = [
    await answerOf('test_ad_network_config', { p_config_id: id }),
    ...(await Promise.all(
      ['list_postbacks', 'list_ad_network_configs', 'list_audit_log'].map((name) => answerOf(name, {})),
    )),
    ...(await Promise.all(['postback_attempts', 'audit_log', 'ad_network_configs'].map(rowsOf))),
    logged.text(),
  ];
  expect(signing_secret).toMatch(/^[0-9a-f]{64}$/);
  expect(shown.filter((text) => text.includes(signing_secret ?? ''))).toEqual([]);
});
