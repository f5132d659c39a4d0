/** A command that cannot be run as it was given; its message says what it takes. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Reads a whole number of 0 or more. @throws UsageError naming the option */
export function readCount(option: string, text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < 0)
    throw new UsageError(`${option} must be a whole number of 0 or more`);
  return number;
}
