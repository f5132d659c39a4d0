/**
 * A name that the pages of one tab share, one after another: a page that was left while it sent cannot give
 * its lease up, and the next one must not wait for the lease to run out. (A duplicated tab has it too; then
 * two may send at once, which costs double work and nothing else.)
 *
 * @param make makes a name where there is none, or where the browser forbids to keep one
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
