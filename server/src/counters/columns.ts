/** Types of columns, as SQL names them. */
type SqlType = 'uuid' | 'text' | 'date' | 'timestamptz' | 'integer' | 'bigint' | 'numeric' | 'boolean';

/** The type of a column that is read; with `?` where it may be null. */
export type Column = SqlType | `${SqlType}?`;
export type Columns = Readonly<Record<string, Column>>;

type Plain<Type> = Type extends 'integer' | 'bigint' ? number : Type extends 'boolean' ? boolean : string;
type Value<Type> = Type extends `${infer Present}?` ? Plain<Present> | null : Plain<Type>;

/** A row as statements answer and take it: days as `2026-01-31`, amounts of money as exact decimals in text. */
export type RowOf<Of extends Columns> = { readonly [Name in keyof Of]: Value<Of[Name]> };

/** SQL of a column's type. */
export const typeOf = (column: Column): string => column.replace('?', '');

/** SQL that defines columns of rows given as JSON. */
export const definitions = (columns: Columns): string =>
  Object.entries(columns)
    .map(([name, column]) => `${name} ${typeOf(column)}`)
    .join(', ');

/** SQL of a day as text, whatever format is set; `-infinity` stands for never. */
export const dayText = (day: string): string =>
  `coalesce(to_char(nullif(${day}, '-infinity'), 'YYYY-MM-DD'), '-infinity')`;
