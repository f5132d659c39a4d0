import { minorUnitsSql } from './minor-units.ts';

/**
 * An amount as `toMoney` prints it, for rows that PostgreSQL itself writes as JSON. Both are columns; the currency may be
 * null.
 */
export function moneySql(amount: string, currency: string): string {
  const exact = `trim_scale(${amount})`;
  return `case when ${currency} is null then ${exact}
    else round(${exact}, greatest(scale(${exact}), ${minorUnitsSql(currency)})) end`;
}
