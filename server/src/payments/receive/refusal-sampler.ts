/** Refused deliveries per webhook that are logged in a window. */
const LOGGED = 10;
const WINDOW_MS = 60_000;
const MAX_WEBHOOKS = 10_000;

/** Decides which refused deliveries are logged: enough to see what is wrong, but never a whole flood. */
export interface RefusalSampler {
  isLogged(webhookId: string): boolean;
}

/** @param clock Unix ms. */
export function createRefusalSampler(clock: () => number): RefusalSampler {
  const windows = new Map<string, { endsAt: number; logged: number }>();
  return {
    isLogged(webhookId) {
      const now = clock();
      const window = windows.get(webhookId);
      if (window !== undefined && now < window.endsAt) return ++window.logged <= LOGGED;
      windows.delete(webhookId);
      const [oldest] = windows.size >= MAX_WEBHOOKS ? windows.keys() : [];
      if (oldest !== undefined) windows.delete(oldest);
      windows.set(webhookId, { endsAt: now + WINDOW_MS, logged: 1 });
      return true;
    },
  };
}
