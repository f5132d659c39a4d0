const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A human-readable duration in its largest whole unit, such as `3 h` or `42 s`. */
export function describeDuration(ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => ms >= length) ?? ['ms', 1];
  return `${Math.floor(ms / size)} ${unit}`;
}
