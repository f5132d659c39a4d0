const PLAIN_DECIMAL = /^\d{1,15}(\.\d{1,20})?$/;

/**
 * A number as decimal text for the database: every digit that the client wrote if that is a plain decimal, else the
 * shortest text that parses to the same number.
 *
 * @param raw the number's JSON text.
 */
export function decimalText(raw: string, parsed: number): string {
  return PLAIN_DECIMAL.test(raw) ? raw : String(parsed);
}
