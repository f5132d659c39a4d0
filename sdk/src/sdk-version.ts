/** What every event names as its sender. */
export const SDK_VERSION = 'tributary-ts/1.0.0';
