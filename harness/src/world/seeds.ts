/** Seeds for tuning thresholds, weights and the calibration table. */
export const TUNING_SEEDS = [101, 102, 103] as const;

/** Seeds for reporting figures. Nothing is ever tuned on them. */
export const REPORTING_SEEDS = [901, 902] as const;

/** The seed of the small world that every test run plays. */
export const SMALL_WORLD_SEED = 501;
