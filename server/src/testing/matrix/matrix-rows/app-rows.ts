import type { MatrixRow } from '../matrix-row.ts';
import { DEVELOPER_OF_APP, VIEWER_OF_APP, withoutAnswer } from './expected-statuses.ts';
import { fresh } from './fresh.ts';

/** Procedures of apps, their keys and what they send. */
export const APP_ROWS = {
  create_app: {
    args: ({ tenant }) => ({ p_name: 'App', p_bundle_id: fresh('com.example.m'), p_team_id: tenant.teamId }),
    expected: [401, 401, 401, 403, 403, 403, 200, 200, 403, 404],
  },
  update_app: {
    args: ({ tenant }) => ({ p_app_id: tenant.appId, p_name: 'Renamed' }),
    expected: DEVELOPER_OF_APP,
  },
  list_apps: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  set_app_active: {
    args: ({ tenant }) => ({ p_app_id: tenant.appId, p_active: true }),
    expected: withoutAnswer(DEVELOPER_OF_APP),
  },
  list_api_keys: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  delete_api_key: {
    // The key is active: callers who may delete it must revoke it first.
    args: ({ tenant }) => ({ p_key_id: tenant.keyId }),
    expected: DEVELOPER_OF_APP.map((status) => (status === 200 ? 409 : status)),
  },
  revoke_api_key: {
    // A spare key, revoked once: callers who may revoke it find that it is.
    args: ({ revokedKeyId }) => ({ p_key_id: revokedKeyId }),
    expected: DEVELOPER_OF_APP.map((status) => (status === 200 ? 409 : status)),
  },
  likeness_calibration: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  refit_likeness: {
    args: ({ tenant }) => ({ p_app_id: tenant.appId, p_table: 'shipped' }),
    expected: DEVELOPER_OF_APP,
  },
  check_event: {
    args: ({ tenant }) => ({ p_app_id: tenant.appId, p_event: {} }),
    expected: DEVELOPER_OF_APP,
  },
  list_rejected_events: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
} satisfies Record<string, MatrixRow>;
