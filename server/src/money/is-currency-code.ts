/** Codes of ISO 4217 for funds, metals, units of account and testing, which the runtime's list of money leaves out. */
const BESIDE_MONEY = [
  ...['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED'],
  ...['XAD', 'XAG', 'XAU', 'XBA', 'XBB', 'XBC', 'XBD', 'XPD', 'XPT', 'XSU', 'XTS', 'XUA', 'XXX'],
];

const CODES = new Set<unknown>([...Intl.supportedValuesOf('currency'), ...BESIDE_MONEY]);

/** Whether a value is a currency code of ISO 4217, in the capitals that the standard writes it in. */
export function isCurrencyCode(value: unknown): boolean {
  return CODES.has(value);
}
