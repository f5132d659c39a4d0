import { DEVICE_ID_KINDS } from '../../platform/values/device-id-kinds.ts';

const OF_DEVICE = [
  ...DEVICE_ID_KINDS,
  'ip_network',
  'user_agent',
  'device_model',
  'os_version',
  'language',
  'visit_params',
  'code_hash',
];

/** SQL that makes a click anonymous: its country stays, and what it is counted by. */
export const MADE_ANONYMOUS = OF_DEVICE.map((column) => `${column} = null`).join(', ');

/** SQL for whether a click is not. */
export const NOT_ANONYMOUS = `num_nonnulls(${OF_DEVICE.join(', ')}) > 0`;
