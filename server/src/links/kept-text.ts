/** Clients keep a document for as long again (links.route.ts), so a change shows within a minute. */
const FRESH_MS = 30_000;

/**
 * Reads a text at most every 30 s, once for all who ask.
 *
 * @param clock Unix ms.
 */
export function createKeptText(read: () => Promise<string>, clock: () => number): () => Promise<string> {
  let kept: { readonly text: string; readonly readAt: number } | undefined;
  let reading: Promise<string> | undefined;

  async function readAgain(): Promise<string> {
    const readAt = clock();
    const text = await read();
    kept = { text, readAt };
    return text;
  }

  return async () => {
    // A clock that was set back makes nothing fresh for longer.
    if (kept && Math.abs(clock() - kept.readAt) < FRESH_MS) return kept.text;
    reading ??= readAgain().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
