import type { z } from 'zod';
import type { Decimal } from '../../../platform/values/money/decimal.ts';

/** What a campaign cost on a day, according to a source. */
export interface SpendRow {
  /** The position in the input, for messages: `line 3`. */
  readonly place: string;
  /** The campaign by its id or by its exact name. */
  readonly campaign: { readonly id: string } | { readonly name: string };
  /** UTC day, as `2026-01-31`. */
  readonly date: string;
  readonly amount: Decimal;
  /** ISO 4217. */
  readonly currency: string;
}

/** What a source says of spend. */
interface SpendReading {
  readonly rows: readonly SpendRow[];
  /** The lines that are sums of others, which count nothing. */
  readonly totals: readonly number[];
}

/** A source of ad spend: a file, or an ad network's report. One file each; spend-sources.ts lists them. */
export interface SpendSource<Input extends z.ZodType = z.ZodType> {
  /** Stored with each amount. */
  readonly name: string;
  /** The schema of the source's input. */
  readonly input: Input;
  /** @throws AppError VALIDATION_ERROR naming the first invalid places and their problems. */
  read(input: z.output<Input>): Promise<SpendReading>;
}
