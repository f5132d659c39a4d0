/** The course of one thing, day by day. */
export interface Series {
  readonly name: string;
  /** Null where there is none on a day: the line has a gap. */
  readonly values: readonly (number | null)[];
  /** How its numbers are written; a plain number by default. */
  readonly format?: (value: number) => string;
  /** How they are written beside the chart, where there is little room; as above by default. */
  readonly formatTick?: (value: number) => string;
}
