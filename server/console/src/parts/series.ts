/** The course of one thing, day by day. */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  /** How its numbers are written; a plain number by default. */
  readonly format?: (value: number) => string;
}
