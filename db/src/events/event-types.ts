/** Event types that attribution processes: storing one adds a row to `event_queue`. */
export const QUEUED_EVENT_TYPES = ['install', 'purchase', 'click', 're_engagement'] as const;

/**
 * Event types that do not show that the app was used on the device: a click can happen anywhere, and an uninstall is
 * detected remotely. They record no device-day.
 */
export const NOT_IN_USE_EVENT_TYPES = ['click', 'uninstall'] as const;

/** Event types as a PostgreSQL array literal without quotes: `{click,uninstall}`. */
export function arrayLiteral(eventTypes: readonly string[]): string {
  return `{${eventTypes.join(',')}}`;
}
