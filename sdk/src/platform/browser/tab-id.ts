/**
 * An id shared by successive pages of one tab: a page that was left during a send cannot release its lease, and the
 * next page must not wait for it to expire. (A duplicated tab has the same id; two tabs may then send at once, which
 * only costs double work.)
 *
 * @param make creates an id if there is none, or if the browser forbids storing one
 */
export function tabId(make: () => string): string {
  const key = 'tributary.tab';
  const made = make();
  try {
    const kept = globalThis.sessionStorage.getItem(key);
    if (kept === null) globalThis.sessionStorage.setItem(key, made);
    return kept ?? made;
  } catch {
    return made;
  }
}
