/** The middle one of what several rounds gave, in the order of `by`. @throws for none. */
export function middle<T>(values: readonly T[], by: (value: T) => number): T {
  const sorted = values.toSorted((a, b) => by(a) - by(b));
  const [value] = sorted.slice(sorted.length >> 1);
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}
