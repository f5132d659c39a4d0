/** Kinds of identifiers that belong to one device, the most durable first. */
export const DEVICE_ID_KINDS = ['installation_id', 'android_id', 'gaid', 'idfv', 'idfa'] as const;
export type DeviceIdKind = (typeof DEVICE_ID_KINDS)[number];

/** Those that the system gives a device; the installation's is the SDK's own. */
export const SYSTEM_ID_KINDS = DEVICE_ID_KINDS.filter((kind) => kind !== 'installation_id');
export type SystemIdKind = (typeof SYSTEM_ID_KINDS)[number];

/** Those by which a click on a link may know its device: an ad network fills them in, or an SDK reports them. */
export const CLICK_ID_KINDS = ['gaid', 'android_id', 'idfv', 'idfa'] as const;
export type ClickIdKind = (typeof CLICK_ID_KINDS)[number];
