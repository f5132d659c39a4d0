/** Thrown by `trackEvent` and `identify` before a successful `init`. */
export class IllegalStateException extends Error {
  override name = 'IllegalStateException';
}
