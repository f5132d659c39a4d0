import type { z } from 'zod';
import type { Period } from '../counters/period.ts';
import type { Table } from '../platform/http/answers/render-csv.ts';
import type { Feature } from '../platform/settings/plans.ts';
import type { GroupBy } from './group-by.ts';
import type { PageKey } from './page.ts';
import type { ScopedReader } from './scoped-reader.ts';

/** What is asked for, in addition to the apps, which the reader limits itself to. */
export interface ResourceRequest {
  readonly period: Period;
  /** The current UTC day, as `2026-01-31`. */
  readonly today: string;
  /** Two letters, empty for what is of no known country; null for all. */
  readonly country: string | null;
  /** Null for no groups. */
  readonly groupBy: GroupBy | null;
  /** Rows after this one only; FIRST_PAGE for a resource without pages. */
  readonly after: PageKey;
  /** Whether the plan has a feature that a part of the answer needs. */
  hasFeature(feature: Feature): boolean;
}

/** One report of analytics. One file each; resources.ts lists them. */
export interface Resource<
  Name extends string = string,
  Output extends z.ZodType = z.ZodType,
  Paged extends boolean = boolean,
  Grouped extends boolean = boolean,
> {
  /** On the wire: the `resource` parameter, and the procedure `analytics.<name>`. */
  readonly name: Name;
  /** What it reports, for the reference. */
  readonly means: string;
  readonly output: Output;
  /** The plan feature that it needs, if any. */
  readonly feature?: Feature;
  /** Whether it comes in pages, and takes a `cursor`. */
  readonly paged?: Paged;
  /** Whether it comes in groups, and takes `group_by`. */
  readonly grouped?: Grouped;
  read(reader: ScopedReader, request: ResourceRequest): Promise<z.input<Output>>;
  /** The same as lines, for `Accept: text/csv`. */
  toTable(body: z.input<Output>): Table;
}

/** Keeps a resource's own types where it is defined. */
export function defineResource<
  Name extends string,
  Output extends z.ZodType,
  Paged extends boolean = false,
  Grouped extends boolean = false,
>(resource: Resource<Name, Output, Paged, Grouped>): Resource<Name, Output, Paged, Grouped> {
  return resource;
}
