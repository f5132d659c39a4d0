import { decimalSignOf, isAmbiguous, withDecimalPoint } from './decimal-commas.ts';

/** Rows that are looked at together: those of most files. */
const LOOKED_AT = 5000;

/** A row with its amounts, by column. */
interface AmountRow {
  readonly values: Readonly<Record<string, string | null>>;
  readonly problem?: string;
}

/**
 * Writes the amounts of a file with a decimal point. That it has decimal commas is shown by its own first rows, where a
 * comma can be nothing else, and no point can.
 *
 * @param isForeign whether its values are separated as where commas are decimal: an amount that may be either is refused.
 */
export async function* readAmounts<Row extends AmountRow>(
  rows: AsyncIterable<Row>,
  columns: readonly string[],
  isForeign: () => boolean,
): AsyncGenerator<Row> {
  if (columns.length === 0) return yield* rows;
  let begun: Row[] | undefined = [];
  let read = (row: Row) => row;
  for await (const row of rows) {
    if (begun === undefined) yield read(row);
    else if (begun.push(row) >= LOOKED_AT) {
      read = readerOf(begun, columns, isForeign());
      yield* begun.map(read);
      begun = undefined;
    }
  }
  if (begun) yield* begun.map(readerOf(begun, columns, isForeign()));
}

function readerOf<Row extends AmountRow>(
  rows: readonly Row[],
  columns: readonly string[],
  isForeign: boolean,
) {
  const amounts = rows.flatMap(({ values }) => columns.map((column) => values[column] ?? ''));
  const sign = decimalSignOf(amounts);
  const given = ({ values }: Row) => columns.filter((column) => typeof values[column] === 'string');
  if (sign === 'comma')
    return (row: Row): Row => {
      const read = given(row).map((column) => [column, withDecimalPoint(row.values[column] ?? '')]);
      return { ...row, values: { ...row.values, ...Object.fromEntries(read) } };
    };
  if (sign !== 'unknown' || !isForeign) return (row: Row): Row => row;
  return (row: Row): Row => {
    const column = given(row).find((name) => isAmbiguous(row.values[name] ?? ''));
    if (column === undefined || row.problem !== undefined) return row;
    const amount = row.values[column] ?? '';
    const problem = `${column}: ${amount} may mean ${amount.replaceAll('.', '')} here: write ${amount}0 or ${amount.replaceAll('.', '')}`;
    return { ...row, problem };
  };
}
