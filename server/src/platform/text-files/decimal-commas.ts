/** A comma that can only be a decimal one: `12,5`, `0,999`, `1.234,56`, `1 234,50`. */
const WITH_COMMA = /^(?:\d{1,3}(?:[.\s'’]\d{3})+,\d+|\d+,(?:\d{1,2}|\d{4,})|0\d*,\d+|\d{4,},\d+)$/;
/** A point that can only be a decimal one. */
const WITH_POINT = /^(?:\d{1,3}(?:,\d{3})+\.\d+|\d+\.(?:\d{1,2}|\d{4,})|0\d*\.\d+|\d{4,}\.\d+)$/;
/** Of the whole and the fraction, in a file with decimal commas. */
const COMMA_NUMBER = /^(\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:[\s'’]\d{3})+)(?:,(\d+))?$/;
const POINT_IN_THREES = /^\d{1,3}(?:\.\d{3})+$/;

/** How a file writes decimals, as far as its own amounts show. */
export type DecimalSign = 'comma' | 'point' | 'both' | 'unknown';

/** @param amounts as they are in the file, with or without a `$`. */
export function decimalSignOf(amounts: Iterable<string>): DecimalSign {
  let commas = false;
  let points = false;
  for (const amount of amounts) {
    const bare = bareOf(amount);
    commas ||= WITH_COMMA.test(bare);
    points ||= WITH_POINT.test(bare);
  }
  if (commas && points) return 'both';
  return commas ? 'comma' : points ? 'point' : 'unknown';
}

/** An amount of a file with decimal commas, with a point in place of its comma; as it is if it is none. */
export function withDecimalPoint(amount: string): string {
  const number = COMMA_NUMBER.exec(bareOf(amount));
  if (number === null) return amount;
  const [, whole = '', fraction] = number;
  const digits = whole.replaceAll(/\D/g, '');
  return `${amount.trim().startsWith('$') ? '$' : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Whether an amount is a thousand times more or less, depending on how its file writes decimals: `1.234`. */
export function isAmbiguous(amount: string): boolean {
  const bare = bareOf(amount);
  return POINT_IN_THREES.test(bare) && !WITH_POINT.test(bare);
}

function bareOf(amount: string): string {
  return amount.trim().replace(/^\$\s*/, '');
}
