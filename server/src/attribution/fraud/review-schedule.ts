const HOUR_MS = 3_600_000;

/** How long after its decision an install is looked at again, in ms: for what a day tells, and for what three do. */
export const REVIEW_AFTER_MS = [24 * HOUR_MS, 72 * HOUR_MS] as const;
