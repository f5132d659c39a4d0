/** The most calls in one batch; more is a 400. */
export const MAX_BATCH = 20;
