import { DEVICE_ID_KINDS } from '../../../../platform/values/device-id-kinds.ts';

/** SQL for whether an event names a device, by an id of its own or, of an import, by another platform's. */
export const IS_OF_DEVICE = `num_nonnulls(${[...DEVICE_ID_KINDS, 'device_key'].join(', ')}) > 0`;
