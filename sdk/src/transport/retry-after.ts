/**
 * The wait that a Retry-After header asks for, in ms; the header has seconds or a date.
 *
 * @param now Unix ms
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
