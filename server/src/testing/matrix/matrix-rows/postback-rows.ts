import type { MatrixRow } from '../matrix-row.ts';
import { DEVELOPER_OF_APP, VIEWER_OF_APP, withoutAnswer } from './expected-statuses.ts';

/** Procedures of ad networks and what is sent to them. */
export const POSTBACK_ROWS = {
  create_ad_network_config: {
    args: ({ tenant }) => ({
      p_app_id: tenant.appId,
      p_postback_format: 'network_b_app',
      p_event_types: ['install'],
      p_settings: { link_id: 'L' },
    }),
    expected: DEVELOPER_OF_APP,
  },
  update_ad_network_config: {
    args: ({ configId }) => ({ p_config_id: configId, p_label: 'Renamed' }),
    expected: DEVELOPER_OF_APP,
  },
  list_ad_network_configs: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  set_ad_network_credential: {
    args: ({ spareConfigId }) => ({ p_config_id: spareConfigId(), p_credential: 'a-credential' }),
    expected: withoutAnswer(DEVELOPER_OF_APP),
  },
  test_ad_network_config: {
    // It has no credential: nothing is sent.
    args: ({ configId }) => ({ p_config_id: configId }),
    expected: DEVELOPER_OF_APP,
  },
  delete_ad_network_config: {
    args: ({ spareConfigId }) => ({ p_config_id: spareConfigId() }),
    expected: withoutAnswer(DEVELOPER_OF_APP),
  },
  list_postbacks: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  retry_postback: {
    // It was sent: those who may send one again are answered that it did not fail.
    args: ({ sentPostbackId }) => ({ p_postback_id: sentPostbackId }),
    expected: DEVELOPER_OF_APP.map((status) => (status === 200 ? 409 : status)),
  },
} satisfies Record<string, MatrixRow>;
