/** An exact decimal in plain notation and normal form, as PostgreSQL's numeric accepts it: '12.5', '0.001', '100'. */
export type Decimal = string;

const MAX_WHOLE_DIGITS = 15;
const MAX_DECIMALS = 20;
const WRITTEN = /^(\d{1,64})(?:\.(\d{1,64}))?(?:[eE]([+-]?\d{1,6}))?$/;
const NEGATIVE_ZERO = /^-0+(\.0+)?([eE][+-]?\d+)?$/;

/**
 * Reads a number of 0 or more exactly as written in JSON or as text, digit by digit.
 *
 * @param places how far to move the decimal point to the left: 2 turns '1250' minor units into '12.5' major ones.
 * @returns undefined if it is not such a number, is 10^15 or more, or has more than 20 decimals.
 */
export function readDecimal(written: string, places = 0): Decimal | undefined {
  const parts = WRITTEN.exec(NEGATIVE_ZERO.test(written) ? '0' : written);
  if (parts === null) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  const leadingZeros = whole.length + fraction.length - digits.length;
  return inPlainNotation(digits.replace(/0+$/, ''), whole.length - leadingZeros + Number(exponent) - places);
}

/** @param pointAt the number of digits before the point; negative for zeros after it. */
function inPlainNotation(digits: string, pointAt: number): Decimal | undefined {
  if (digits === '') return '0';
  if (pointAt > MAX_WHOLE_DIGITS || digits.length - pointAt > MAX_DECIMALS) return undefined;
  if (pointAt <= 0) return `0.${'0'.repeat(-pointAt)}${digits}`;
  if (pointAt >= digits.length) return digits.padEnd(pointAt, '0');
  return `${digits.slice(0, pointAt)}.${digits.slice(pointAt)}`;
}
