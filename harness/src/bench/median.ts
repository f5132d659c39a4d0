/** The value at the median of `by`, the upper one of two. @throws Error without values. */
export function median<T>(values: readonly T[], by: (value: T) => number): T {
  const sorted = values.toSorted((a, b) => by(a) - by(b));
  const [value] = sorted.slice(sorted.length >> 1);
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}
