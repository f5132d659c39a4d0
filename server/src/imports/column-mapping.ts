import { z } from 'zod';
import { text } from '../procedures/argument-types.ts';
import type { ImportSource } from './mappings/import-source.ts';
import { SERVICE_FIELDS, type ServiceField } from './mappings/service-fields.ts';

/** Source columns and the service field that each fills; of several for one field, the first with a value counts. */
export type ColumnMapping = Readonly<Record<string, ServiceField>>;

const MAX_COLUMNS = 200;

/** A caller's changes to a source's mapping: a column and its field, or null for a column to ignore. */
export const columnMapping = z
  .record(
    text(200).refine((name) => name.trim() !== '', 'must not be empty'),
    z.enum(SERVICE_FIELDS, `must be null or one of ${SERVICE_FIELDS.join(', ')}`).nullable(),
  )
  .refine((given) => Object.keys(given).length <= MAX_COLUMNS, `must name ${MAX_COLUMNS} columns or fewer`);

/** The mapping of a job: the given columns come first, so they win over the source's own for the same field. */
export function mappingOf(source: ImportSource, given: z.output<typeof columnMapping> | null): ColumnMapping {
  const changed = new Set(Object.keys(given ?? {}).map(columnKey));
  const kept = Object.entries(source.columns).filter(([column]) => !changed.has(columnKey(column)));
  const added = Object.entries(given ?? {}).filter(
    (entry): entry is [string, ServiceField] => entry[1] !== null,
  );
  return Object.fromEntries([...added, ...kept]);
}

/**
 * How column names are compared: without letter case, and without the braces and brackets of placeholders that some
 * exports have as their header.
 */
function columnKey(name: string): string {
  const bare = name.replace(/^﻿/, '').trim();
  return bare.replace(/^(?:\{(.*)\}|\[(.*)\]|"(.*)")$/s, '$1$2$3').toLowerCase();
}

/** Finds the mapped column that a name in a file means; undefined for one that is ignored. */
export function columnFinder(mapping: ColumnMapping): (name: string) => string | undefined {
  const columns = new Map(Object.keys(mapping).map((column) => [columnKey(column), column]));
  return (name) => columns.get(columnKey(name));
}

/** The mapping that a job was started with. */
export function mappingOfJob({ columnMapping: stored }: { readonly columnMapping: object }): ColumnMapping {
  return stored as ColumnMapping;
}
