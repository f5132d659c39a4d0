/**
 * The wait that a Retry-After header asks for, in ms; the header has seconds or a date.
 *
 * @param now Unix ms
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Math.max(0, Date.parse(text) - now);
  return Number.isNaN(ms) ? undefined : ms;
}
