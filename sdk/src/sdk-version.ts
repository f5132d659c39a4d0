/** Every event's `sdk_version`. */
export const SDK_VERSION = 'tributary-ts/1.0.0';
