import { expect } from 'vitest';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { startFakeNetwork } from './fake-network.ts';
import { type ListedPostback, listPostbacks, makeConfig } from './postback-devices.ts';

/** The credential of `networkA`'s configs. */
export const TOKEN = 'EAAB-the-token';

const NETWORK_A = {
  p_postback_format: 'network_a_conversions',
  p_settings: { dataset_id: '1', api_version: 'v21.0', event_name: 'X' },
};

/** For each test of the calling file, a tenant and a network of theirs, at the time `clock.now`, which tests may set. */
export function useDeliveries() {
  const clock = { now: Date.UTC(2026, 2, 1, 12) };
  const service = useService({ clock: () => clock.now, env: { ALLOW_LOOPBACK_POSTBACKS: '1' } });
  const network = perTest(
    () => startFakeNetwork(() => clock.now),
    (started) => started.close(),
  );
  const tenant = perTest(() => createTenant(service));

  /** Makes a config whose installs come from the channel `social_a`. */
  const canonical = (args: object = {}) =>
    makeConfig(tenant, { p_channel: 'social_a', p_postback_url: `${network.origin}/in`, ...args });

  /** Makes a config of a native format; without a credential for null. Returns its id. */
  async function networkA(token: string | null = TOKEN): Promise<string> {
    const { id } = await makeConfig(tenant, { ...NETWORK_A, p_postback_url: network.origin });
    if (token !== null) {
      await tenant.owner.rpc('set_ad_network_credential', { p_config_id: id, p_credential: token });
    }
    return id;
  }

  /** The only delivery there is. */
  async function only(): Promise<ListedPostback> {
    const [postback, ...others] = await listPostbacks(tenant);
    expect(others).toEqual([]);
    if (!postback) throw new Error('there is no postback');
    return postback;
  }

  /** The status of each attribution's postbacks in the attribution log. */
  async function statusInLog(): Promise<(string | null)[]> {
    const report = await tenant.owner.get(
      '/v1/analytics?resource=attribution_log&date_from=2026-02-01&date_to=2026-03-30',
    );
    const { attributions } = (await report.json()) as { attributions: { postback_status: string | null }[] };
    return attributions.map(({ postback_status }) => postback_status);
  }

  return { clock, service, network, tenant, canonical, networkA, only, statusInLog };
}
