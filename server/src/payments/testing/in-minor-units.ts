/**
 * An amount in major units as a whole number of minor units.
 *
 * @param places decimals of the minor unit: '12.5' with 2 is '1250'.
 */
export function inMinorUnits(amount: string, places: number): string {
  const [whole = '', fraction = ''] = amount.split('.');
  if (fraction.length > places) throw new Error(`${amount} has more than ${places} decimals`);
  return BigInt(whole + fraction.padEnd(places, '0')).toString();
}
