import { formatRatio } from '../values/format.ts';
import { Money, Nothing } from '../values/values.tsx';
import type { Column } from './column.ts';

/** Money of a row, by currency. */
type Amounts = Readonly<Record<string, number | null | undefined>>;

/** The totals of revenue by kind. */
export const totalsOf = (revenue: Readonly<Record<string, { readonly total: number }>>): Amounts =>
  Object.fromEntries(Object.entries(revenue).map(([currency, { total }]) => [currency, total]));

/** A column of revenue for each currency that any of the rows has. */
export function revenueColumns<Row>(rows: readonly Row[], amountsOf: (row: Row) => Amounts): Column<Row>[] {
  return columnsFor(rows, amountsOf, 'revenue', 'Revenue', (amount, currency) => (
    <Money amount={amount} currency={currency} />
  ));
}

/** A column of what was spent for each currency in which anything was. */
export function spendColumns<Row>(rows: readonly Row[], amountsOf: (row: Row) => Amounts): Column<Row>[] {
  return columnsFor(rows, amountsOf, 'spend', 'Spend', (amount, currency) => (
    <Money amount={amount} currency={currency} />
  ));
}

/** A column of the return on ad spend for each currency in which any of the rows has one. */
export function roasColumns<Row>(rows: readonly Row[], ratiosOf: (row: Row) => Amounts): Column<Row>[] {
  return columnsFor(rows, ratiosOf, 'roas', 'ROAS', (ratio) => formatRatio(ratio));
}

function columnsFor<Row>(
  rows: readonly Row[],
  valuesOf: (row: Row) => Amounts,
  key: string,
  title: string,
  show: (value: number, currency: string) => React.ReactNode,
): Column<Row>[] {
  const given = rows.flatMap((row) => Object.entries(valuesOf(row)));
  const currencies = [...new Set(given.flatMap(([currency, value]) => (value == null ? [] : [currency])))];
  return currencies.sort().map((currency) => ({
    key: `${key}_${currency}`,
    title: `${title}, ${currency}`,
    isNumber: true,
    value: (row) => valuesOf(row)[currency] ?? null,
    cell: (row) => {
      const value = valuesOf(row)[currency];
      return value == null ? <Nothing /> : show(value, currency);
    },
  }));
}
