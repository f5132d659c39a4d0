/** What a name means wherever it is used without words of its own, and a value that it may have. */
export type Word = readonly [means: string, example?: unknown];

/** An id for examples: nothing has it. */
export const SAMPLE_ID = '7c1f2b9e-4a1d-4c52-9a55-0d2f6a3b8e10';
/** 31 January 2026, 12:00 UTC, in Unix ms. */
export const SAMPLE_TIME = 1_769_860_800_000;
