import { z } from 'zod';
import { text } from '../platform/http/procedures/argument-types.ts';
import type { ImportSource } from './mappings/import-source.ts';
import { SERVICE_FIELDS, type ServiceField } from './mappings/service-fields.ts';

/** Source columns and the field that each fills; of several for one field, the first with a value counts. */
export type ColumnMapping<Field extends string = ServiceField> = Readonly<Record<string, Field>>;

const MAX_COLUMNS = 200;

/** A caller's changes to a source's mapping: a column and its field, or null for a column to ignore. */
export function mappingArgument<const Field extends string>(fields: readonly Field[]) {
  return z
    .record(
      text(200).refine((name) => name.trim() !== '', 'must not be empty'),
      z.enum(fields, `must be null or one of ${fields.join(', ')}`).nullable(),
    )
    .refine((given) => Object.keys(given).length <= MAX_COLUMNS, `must name ${MAX_COLUMNS} columns or fewer`);
}

export const columnMapping = mappingArgument(SERVICE_FIELDS);

/** The mapping of a job of history. */
export function mappingOf(source: ImportSource, given: z.output<typeof columnMapping> | null): ColumnMapping {
  return mergeMappings(source.columns, given);
}

/** A source's own mapping as a caller changes it: the given columns come first, so they win for the same field. */
export function mergeMappings<Field extends string>(
  own: ColumnMapping<Field>,
  given: Readonly<Record<string, Field | null>> | null,
): ColumnMapping<Field> {
  const changed = new Set(Object.keys(given ?? {}).map(columnKey));
  const kept = Object.entries(own).filter(([column]) => !changed.has(columnKey(column)));
  const added = Object.entries(given ?? {}).filter((entry): entry is [string, Field] => entry[1] !== null);
  return Object.fromEntries([...added, ...kept]);
}

/**
 * How column names are compared: without letter case, and without the braces and brackets of placeholders that some
 * exports have as their header.
 */
export function columnKey(name: string): string {
  const bare = name.replace(/^\uFEFF/, '').trim();
  return bare.replace(/^(?:\{(.*)\}|\[(.*)\]|"(.*)")$/s, '$1$2$3').toLowerCase();
}

/** Which columns of a file are read, and how. */
export interface ReadColumns {
  /** The columns that the importer knows; a file has one of them at least. */
  readonly known: readonly string[];
  /** Whether the others are read as well, under their own names. */
  readonly others: boolean;
  /** Whether an object or a list in a file of JSON is read, as its JSON text; otherwise it is no value. */
  readonly nested: boolean;
  /** Those of `known` that hold amounts, which a file of CSV may write with a decimal comma. */
  readonly amounts: readonly string[];
}

/** As history is read: what is not mapped is ignored. */
export function mappedColumns(mapping: ColumnMapping<string>): ReadColumns {
  const amounts = Object.keys(mapping).filter((column) => mapping[column] === 'revenue');
  return { known: Object.keys(mapping), others: false, nested: false, amounts };
}

interface FoundColumn {
  readonly name: string;
  readonly isKnown: boolean;
}

/** Finds the column that a name in a file means; undefined for one that is not read. */
export function columnFinder({ known, others }: ReadColumns): (name: string) => FoundColumn | undefined {
  const columns = new Map(known.map((column) => [columnKey(column), column]));
  return (name) => {
    const column = columns.get(columnKey(name));
    if (column !== undefined) return { name: column, isKnown: true };
    const own = name.replace(/^\uFEFF/, '').trim();
    return others && own !== '' ? { name: own, isKnown: false } : undefined;
  };
}

/** The mapping that a job was started with. */
export function mappingOfJob({ columnMapping: stored }: { readonly columnMapping: object }): ColumnMapping {
  return stored as ColumnMapping;
}
