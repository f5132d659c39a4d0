/** In the browser's storage, and no secret: that someone was signed in here last. */
const NAME = 'tributary-signed-in';

/**
 * Whether this browser most likely has a session: what is needed with one can then be loaded while it is asked for. Where the
 * browser has no storage, everything comes in turn.
 */
export function expectsSession(): boolean {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    return false;
  }
}

/** Notes what the service said of it. */
export function noteSession(isThere: boolean): void {
  try {
    if (!isThere) localStorage.removeItem(NAME);
    else if (!expectsSession()) localStorage.setItem(NAME, 'yes');
  } catch {
    // A browser may have no storage, or no room in it.
  }
}
