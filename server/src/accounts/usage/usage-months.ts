const MONTHS = 12;

/** The current UTC month and the eleven before it, as `2026-01`, the current one first. @param now Unix ms. */
export function lastMonths(now: number): string[] {
  const today = new Date(now);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
}

/** Unix ms. @param now Unix ms. */
export function startOfNextMonth(now: number): number {
  const today = new Date(now);
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1);
}
