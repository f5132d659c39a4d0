/** An exact decimal in plain notation and normal form, as PostgreSQL's numeric takes it: '12.5', '0.001', '100'. */
export type Decimal = string;

const MAX_WHOLE_DIGITS = 15;
const MAX_DECIMALS = 20;
const WRITTEN = /^(\d{1,64})(?:\.(\d{1,64}))?(?:[eE]([+-]?\d{1,6}))?$/;
const NEGATIVE_ZERO = /^-0+(\.0+)?([eE][+-]?\d+)?$/;

/**
 * Reads a number of 0 or more as it is written in JSON or as text, digit by digit.
 *
 * @param places how far its point moves to the left: 2 makes '1250' minor units '12.5' major ones.
 * @returns undefined for what is no such number, reaches 10^15 or has more than 20 decimals.
 */
export function readDecimal(written: string, places = 0): Decimal | undefined {
  const parts = WRITTEN.exec(NEGATIVE_ZERO.test(written) ? '0' : written);
  if (parts === null) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  const leadingZeros = whole.length + fraction.length - digits.length;
  return inPlainNotation(digits.replace(/0+$/, ''), whole.length - leadingZeros + Number(exponent) - places);
}

/** @param pointAt how many of the digits stand before the point; negative for zeros after it. */
function inPlainNotation(digits: string, pointAt: number): Decimal | undefined {
  if (digits === '') return '0';
  if (pointAt > MAX_WHOLE_DIGITS || digits.length - pointAt > MAX_DECIMALS) return undefined;
  if (pointAt <= 0) return `0.${'0'.repeat(-pointAt)}${digits}`;
  if (pointAt >= digits.length) return digits.padEnd(pointAt, '0');
  return `${digits.slice(0, pointAt)}.${digits.slice(pointAt)}`;
}
