/**
 * The currencies of ISO 4217 (list one, as its maintenance agency publishes it at six-group.com) whose minor unit is not
 * a hundredth. The runtime's own figures are those that CLDR finds usual in prices: none for IDR and IQD, for example.
 */
const MINOR_UNITS: Readonly<Record<number, readonly string[]>> = {
  // biome-ignore format: a group a line.
  0: [
    'BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV',
    'XAF', 'XOF', 'XPF',
  ],
  3: ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'],
  4: ['CLF', 'UYW'],
};

const BY_CODE = new Map(
  Object.entries(MINOR_UNITS).flatMap(([digits, codes]) => codes.map((code) => [code, Number(digits)])),
);

/** The number of decimals of a currency in ISO 4217: 2 for USD and for what has none there, 0 for JPY, 3 for KWD. */
export function minorUnitsOf(currency: string): number {
  return BY_CODE.get(currency) ?? 2;
}

/** The same as an SQL expression of a column. */
export function minorUnitsSql(currency: string): string {
  const cases = Object.entries(MINOR_UNITS).map(
    ([digits, codes]) =>
      `when ${currency} in (${codes.map((code) => `'${code}'`).join(', ')}) then ${digits}`,
  );
  return `case ${cases.join(' ')} else 2 end`;
}
