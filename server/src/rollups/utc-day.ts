/** The UTC day of a moment in Unix ms, as `2026-01-31`. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
