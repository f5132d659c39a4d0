import type { z } from 'zod';
import type { Feature } from '../access/plans.ts';
import type { Period } from '../rollups/period.ts';
import type { PageKey } from './page.ts';
import type { ScopedReader } from './scoped-reader.ts';
import type { Table } from './table.ts';

/** What is asked for, beside the apps, which the reader holds itself to. */
export interface ResourceRequest {
  readonly period: Period;
  /** The UTC day that it is now, as `2026-01-31`. */
  readonly today: string;
  /** Rows after this one only; FIRST_PAGE for a resource without pages. */
  readonly after: PageKey;
}

/** One thing that analytics can tell. */
export interface Resource<Output extends z.ZodType> {
  readonly output: Output;
  /** The plan feature that it needs, if any. */
  readonly feature?: Feature;
  /** Whether it comes in pages, and takes a `cursor`. */
  readonly paged?: true;
  read(reader: ScopedReader, request: ResourceRequest): Promise<z.input<Output>>;
  /** The same as lines, for `Accept: text/csv`. */
  toTable(body: z.input<Output>): Table;
}

/** Keeps a resource's own type where it is defined. */
export function defineResource<Output extends z.ZodType>(resource: Resource<Output>): Resource<Output> {
  return resource;
}

export type AnyResource = Resource<z.ZodType>;
