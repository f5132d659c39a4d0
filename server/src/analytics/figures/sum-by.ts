/** Adds up amounts by name, in the order of the names; what comes to nothing is left out. */
export function sumBy<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  amountOf: (row: Row) => number,
): Record<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + amountOf(row));
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).sort(([a], [b]) => (a < b ? -1 : 1)));
}
