/**
 * The wait that a Retry-After header asks for, in ms; the header has seconds or a date.
 *
 * @param now Unix ms
 */
export function parseRetryAfter(header = '', now: number): number | undefined {
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Math.max(0, Date.parse(header) - now);
  return ms >= 0 ? ms : undefined;
}
