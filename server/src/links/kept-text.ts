/** Clients keep a document for as long again (links.route.ts), so a change shows within a minute. */
const FRESH_MS = 30_000;

/** A document may have a megabyte; of nearly all accounts it has less than one KB. */
const MAX_KEPT = 500;

/**
 * Reads the text of each account at most every 30 s, once for all who ask.
 *
 * @param read null for the service's own host.
 * @param clock Unix ms.
 */
export function createKeptTexts(
  read: (account: string | null) => Promise<string>,
  clock: () => number,
): (account: string | null) => Promise<string> {
  const kept = new Map<string | null, { readonly text: string; readonly readAt: number }>();
  const reading = new Map<string | null, Promise<string>>();

  async function readAgain(account: string | null): Promise<string> {
    const readAt = clock();
    const text = await read(account);
    kept.delete(account);
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? null);
    kept.set(account, { text, readAt });
    return text;
  }

  return async (account) => {
    const known = kept.get(account);
    // A clock that was set back makes nothing fresh for longer.
    if (known && Math.abs(clock() - known.readAt) < FRESH_MS) return known.text;
    const already = reading.get(account);
    if (already) return already;
    const again = readAgain(account).finally(() => reading.delete(account));
    reading.set(account, again);
    return again;
  };
}
