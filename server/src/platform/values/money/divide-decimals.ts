const PLACES = 4;

/**
 * Divides one exact decimal by another, rounded half away from zero to four decimals; null if the divisor is 0.
 *
 * @param dividend,divisor as PostgreSQL prints a numeric; the divisor is not negative.
 */
export function divideDecimals(dividend: string, divisor: string): number | null {
  const scale = Math.max(decimalsOf(dividend), decimalsOf(divisor));
  const [a, b] = [scaled(dividend, scale), scaled(divisor, scale)];
  if (b === 0n) return null;
  const doubled = (2n * a * 10n ** BigInt(PLACES)) / b;
  const rounded = (doubled + (a < 0n ? -1n : 1n)) / 2n;
  return Number(rounded) / 10 ** PLACES;
}

function decimalsOf(decimal: string): number {
  return decimal.split('.')[1]?.length ?? 0;
}

/** The decimal as a whole number of 10^-scale. */
function scaled(decimal: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}
