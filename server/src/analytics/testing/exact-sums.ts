/** Decimals after the point that everything is calculated with: amounts have at most 20. */
const SCALE = 24;
const PLACES = 4;

/** A decimal in normal form: `12.50` is `12.5`, and `-0.00` is `0`. */
export function decimal(text: string): string {
  return printed(units(text));
}

export function sum(texts: readonly string[]): string {
  return printed(texts.reduce((all, text) => all + units(text), 0n));
}

/** Half away from zero, to four decimals; null by 0. */
export function divide(dividend: string, divisor: string): string | null {
  const [a, b] = [units(dividend), units(divisor)];
  if (b === 0n) return null;
  const size = a < 0n ? -a : a;
  const whole = (size * 10n ** BigInt(PLACES)) / b;
  const rest = size * 10n ** BigInt(PLACES) - whole * b;
  const rounded = 2n * rest >= b ? whole + 1n : whole;
  return printed((a < 0n ? -rounded : rounded) * 10n ** BigInt(SCALE - PLACES));
}

/** Reads JSON with each number as its text in normal form. */
export function parseExactly(json: string): unknown {
  const revive = (_key: string, value: unknown, { source = '' }: { source?: string }) =>
    typeof value === 'number' ? decimal(source) : value;
  return JSON.parse(json, revive as (key: string, value: unknown) => unknown);
}

function units(text: string): bigint {
  const minus = text.split('-').length % 2 === 0;
  const [whole = '0', fraction = ''] = text.replaceAll('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(SCALE, '0'));
  return minus ? -size : size;
}

function printed(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${fraction === '' ? '' : `.${fraction}`}`;
}
