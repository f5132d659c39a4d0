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
    const key = keyOf(delta, keys);
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { ...delta });
    else addTo(sum, delta, amounts);
  }
  return [...sums]
    .filter(([, sum]) => amounts.some((name) => Number(sum[name]) !== 0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sum]) => sum);
}

function keyOf<D extends object>(delta: D, keys: readonly (keyof D)[]): string {
  let key = '';
  for (const name of keys) key += `${delta[name]}\0`;
  return key;
}

function addTo<D extends object>(sum: D, delta: D, amounts: readonly (keyof D)[]): void {
  for (const name of amounts) sum[name] = (Number(sum[name] ?? 0) + Number(delta[name] ?? 0)) as D[keyof D];
}
