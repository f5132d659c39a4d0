import type { z } from 'zod';
import type { Decimal } from '../../money/decimal.ts';

/** What a campaign cost on a day, as a source says it. */
export interface SpendRow {
  /** Where it stands in what was given, for messages: `line 3`. */
  readonly place: string;
  /** The campaign by its id or, without one, by its exact name. */
  readonly campaign: { readonly id: string } | { readonly name: string };
  /** UTC day, as `2026-01-31`. */
  readonly date: string;
  readonly amount: Decimal;
  /** ISO 4217. */
  readonly currency: string;
}

/** Where ad spend comes from: a file, or an ad network's own report. One file each; spend-sources.ts lists them. */
export interface SpendSource<Input extends z.ZodType = z.ZodType> {
  /** Kept with each amount. */
  readonly name: string;
  /** What the source is given to read from. */
  readonly input: Input;
  /** @throws AppError VALIDATION_ERROR that names the first wrong places and what is wrong there. */
  read(input: z.output<Input>): SpendRow[];
}
