/** Seeds that thresholds, weights and the table of confidence may be tuned on. */
export const TUNING_SEEDS = [101, 102, 103] as const;

/** Seeds that figures are reported on. Nothing is ever tuned on them. */
export const REPORTING_SEEDS = [901, 902] as const;

/** The seed of the small world that every run of the tests goes through. */
export const SMALL_WORLD_SEED = 501;
