/** Times in ms as printed: `p50 12 p95 20 max 31 ms`. */
export function percentilesText(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0);
  return `p50 ${at(0.5)} p95 ${at(0.95)} max ${at(1)} ms`;
}
