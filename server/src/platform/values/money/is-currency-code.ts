/**
 * ISO 4217 codes for funds, metals, units of account and testing, which the runtime's list of currencies leaves out.
 */
// biome-ignore format: a group a line.
const NON_MONEY_CODES = [
  'BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED',
  'XAD', 'XAG', 'XAU', 'XBA', 'XBB', 'XBC', 'XBD', 'XPD', 'XPT', 'XSU', 'XTS', 'XUA', 'XXX',
];

const CODES = new Set<unknown>([...Intl.supportedValuesOf('currency'), ...NON_MONEY_CODES]);

/** Whether a value is an ISO 4217 currency code, in upper case. */
export function isCurrencyCode(value: unknown): boolean {
  return CODES.has(value);
}
