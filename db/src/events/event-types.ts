/** Event types that attribution has work with: storing one leaves a row in `event_queue`. */
export const QUEUED_EVENT_TYPES = ['install', 'purchase', 'click', 're_engagement'] as const;

/**
 * Event types that do not show the app in use on the device: a click may be made anywhere, and an uninstall is noticed
 * from afar. They record no device-day.
 */
export const NOT_IN_USE_EVENT_TYPES = ['click', 'uninstall'] as const;

/** Event types as a PostgreSQL array literal without its quotes: `{click,uninstall}`. */
export function arrayLiteral(eventTypes: readonly string[]): string {
  return `{${eventTypes.join(',')}}`;
}
