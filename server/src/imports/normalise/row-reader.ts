import { isStorableText } from '@tributary/sdk/wire/optional-fields';
import { toStorable } from '../../platform/values/storable-text.ts';
import type { ColumnMapping } from '../column-mapping.ts';
import type { FileRow, RowError } from '../import-row.ts';
import type { ServiceField } from '../mappings/service-fields.ts';

/** A value of a row and where it is from. */
interface FoundValue {
  readonly column: string;
  readonly value: string;
}

/** Reads fields of one row and collects what is wrong with it. */
export interface RowReader<Field extends string = ServiceField> {
  /** The first value that the row has for a field. */
  find(field: Field): FoundValue | undefined;
  /** Every value that the row has for a field. */
  all(field: Field): FoundValue[];
  /** The value of a field as `read` converts it; null if absent or, with an error, if `read` returns undefined. */
  take<T>(field: Field, read: (value: string) => T | undefined, expected: string): T | null;
  /** Text of up to that many characters. */
  text(field: Field, max: number): string | null;
  reject(found: FoundValue | string, reason: string): void;
  readonly errors: readonly RowError[];
}

const MAX_SHOWN = 100;
/** How exports write that there is nothing. */
const NOTHING = /^(?:null|none|n\/a)$/i;

/** @param translates whether words for nothing count as absent. */
export function createRowReader<Field extends string>(
  columnsOf: ReadonlyMap<Field, readonly string[]>,
  { row, values }: FileRow,
  translates: boolean,
): RowReader<Field> {
  const errors: RowError[] = [];

  function reject(found: FoundValue | string, reason: string): void {
    const { column, value } = typeof found === 'string' ? { column: found, value: null } : found;
    errors.push({ row, column, value: value === null ? null : shortened(value), reason });
  }

  function valueIn(column: string): FoundValue | undefined {
    const given = Object.hasOwn(values, column) ? values[column] : undefined;
    if (given === null) reject(column, 'must be a text or a number');
    const value = given?.trim() ?? '';
    return value !== '' && !(translates && NOTHING.test(value)) ? { column, value } : undefined;
  }

  function find(field: Field): FoundValue | undefined {
    for (const column of columnsOf.get(field) ?? []) {
      const found = valueIn(column);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function take<T>(field: Field, read: (value: string) => T | undefined, expected: string): T | null {
    const found = find(field);
    if (found === undefined) return null;
    const value = read(found.value);
    if (value === undefined) reject(found, expected);
    return value ?? null;
  }

  return {
    find,
    all: (field) => (columnsOf.get(field) ?? []).flatMap((column) => valueIn(column) ?? []),
    take,
    text: (field, max) =>
      take(
        field,
        (value) => (isStorableText(value, max) ? value : undefined),
        `must be text of up to ${max} characters`,
      ),
    reject,
    errors,
  };
}

/** The columns of the file that hold each field, in the order of the mapping. */
export function columnsByField<Field extends string>(mapping: ColumnMapping<Field>): Map<Field, string[]> {
  const columns = new Map<Field, string[]>();
  for (const [column, field] of Object.entries<Field>(mapping)) {
    columns.set(field, [...(columns.get(field) ?? []), column]);
  }
  return columns;
}

/** A value as errors show it. */
export function shortened(value: string): string {
  const shown = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN - 1)}…` : value;
  return toStorable(shown, '�');
}
