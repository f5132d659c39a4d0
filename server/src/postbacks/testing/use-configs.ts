import { expect } from 'vitest';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

/** Arguments of a config in the service's own format. */
export const CANONICAL = {
  p_postback_format: 'canonical',
  p_event_types: ['install'],
  p_channel: 'social_a',
  p_postback_url: 'https://hooks.example.com/in',
};

/** Arguments of a config in a network's format. */
export const NETWORK_A = {
  p_postback_format: 'network_a_conversions',
  p_event_types: ['install', 'purchase'],
  p_settings: { dataset_id: '1', api_version: 'v21.0', event_name: 'X' },
};

/** A config as procedures answer it. */
export interface ConfigItem {
  id: string;
  postback_url: string | null;
  has_credential: boolean;
}

/** For each test of the calling file, a tenant and what their calls of the procedures of configs answer. */
export function useConfigs() {
  const service = useService();
  const tenant = perTest(() => createTenant(service));
  const rpc = (name: string, args: object) => tenant.owner.rpc(name, args);

  /** The message of a call that is refused. */
  async function refusal(name: string, args: object): Promise<string> {
    const response = await rpc(name, args);
    expect(response.status).toBe(400);
    return ((await response.json()) as { error: string }).error;
  }

  return {
    service,
    /** An instance that also delivers to this machine. */
    lenient: useService({ env: { ALLOW_LOOPBACK_POSTBACKS: '1' }, beside: service }),
    tenant,
    rpc,
    refusal,
    listed: async (args: object = {}) =>
      ((await (await rpc('list_ad_network_configs', args)).json()) as { items: ConfigItem[] }).items,
    /** The config's row. */
    stored: async (id: string) =>
      (await service.services.workPool.query('select * from ad_network_configs where id = $1', [id])).rows[0],
  };
}
