import { randomUUID } from 'node:crypto';
import type { MatrixRow } from '../matrix-row.ts';
import { ACCOUNT_OWNER, DEVELOPER_OF_APP, VIEWER_OF_APP } from './expected-statuses.ts';
import { fresh } from './fresh.ts';

/** Procedures of devices, imports, exports and erasures. */
export const DATA_ROWS = {
  find_device: {
    args: ({ tenant, deviceId }) => ({ p_app_id: tenant.appId, p_id: deviceId }),
    expected: VIEWER_OF_APP,
  },
  device_timeline: { args: ({ deviceId }) => ({ p_device_id: deviceId }), expected: VIEWER_OF_APP },
  list_import_jobs: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  cancel_import_job: {
    // It is over: callers who may cancel it are answered that it is.
    args: ({ importJobId }) => ({ p_job_id: importJobId }),
    expected: DEVELOPER_OF_APP.map((status) => (status === 200 ? 409 : status)),
  },
  export_my_account_data: {
    args: () => ({ p_max_rows: 10 }),
    expected: ACCOUNT_OWNER,
  },
  erase_device: {
    args: () => ({
      p_android_id: fresh('android-'),
      p_gaid: randomUUID(),
      p_idfv: randomUUID(),
      p_idfa: randomUUID(),
      p_installation_id: randomUUID(),
      p_user_id: fresh('user-'),
    }),
    expected: ACCOUNT_OWNER,
  },
  list_erasures: { expected: ACCOUNT_OWNER },
  delete_my_account_data: {
    // The owner has to name it.
    args: () => ({ p_confirm: 'not its name' }),
    expected: [401, 401, 401, 403, 403, 403, 403, 400, 403, 400],
  },
} satisfies Record<string, MatrixRow>;
