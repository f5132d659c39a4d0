import type { z } from 'zod';
import type { Period } from '../rollups/period.ts';
import type { Feature } from '../session/plans.ts';
import type { ScopedReader } from './scoped-reader.ts';

/** One thing that analytics can tell (contract: "GET /v1/analytics"). */
export interface Resource<Output extends z.ZodType> {
  readonly output: Output;
  /** The plan feature that it needs, if any. */
  readonly feature?: Feature;
  read(reader: ScopedReader, period: Period): Promise<z.input<Output>>;
}

/** Keeps a resource's own type where it is defined. */
export function defineResource<Output extends z.ZodType>(resource: Resource<Output>): Resource<Output> {
  return resource;
}

export type AnyResource = Resource<z.ZodType>;
