/**
 * Adds up the deltas of one counter row each, drops those that are zero and sorts the rest by key: anyone who changes
 * several rows takes them in the same order, so that no two wait for each other. No text of the database holds a NUL.
 */
export function sumDeltas<D extends object>(
  deltas: readonly D[],
  keys: readonly (keyof D)[],
  amounts: readonly (keyof D)[],
): D[] {
  const sums = new Map<string, D>();
  for (const delta of deltas) {
    const key = keys.map((name) => String(delta[name])).join('\0');
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? delta : add(sum, delta, amounts));
  }
  return [...sums]
    .filter(([, sum]) => amounts.some((name) => Number(sum[name]) !== 0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sum]) => sum);
}

function add<D extends object>(a: D, b: D, amounts: readonly (keyof D)[]): D {
  const total = amounts.map((name) => [name, Number(a[name] ?? 0) + Number(b[name] ?? 0)]);
  return { ...a, ...Object.fromEntries(total) };
}
