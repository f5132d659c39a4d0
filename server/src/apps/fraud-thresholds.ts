/** A threshold that an app may set for a rule: its default and its range, both ends included. */
export interface Threshold {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Whole numbers only. */
  readonly whole?: true;
}

/**
 * Every fraud rule with its thresholds. The rules themselves belong to attribution (`attribution/fraud/rules`); the
 * values that an app may set are checked here, next to the other settings.
 */
export const FRAUD_THRESHOLDS = {
  click_injection: {
    /** Less than this from the click to the first open is too short. */
    min_click_to_install_s: { default: 10, min: 0, max: 3600 },
    /**
     * Less than this from the click to the store's start of the install is too short, including a start before the
     * click.
     */
    min_click_to_begin_s: { default: 0, min: 0, max: 3600 },
  },
  click_flooding: {
    /** Fewer clicks than this on the link are not significant. */
    min_clicks: { default: 150, min: 1, max: 1_000_000, whole: true },
    max_clicks_per_install: { default: 80, min: 1, max: 1_000_000 },
    /** Days whose clicks and installs are counted, including the last one. */
    days: { default: 7, min: 1, max: 90, whole: true },
  },
  install_time_anomaly: {
    /** How far the phone's clock, as corrected, may differ from ours. */
    tolerance_s: { default: 2, min: 0, max: 3600 },
  },
  device_farm: {
    min_devices: { default: 4, min: 2, max: 200, whole: true },
    /** Hours before and after the install that are considered. */
    within_hours: { default: 24, min: 1, max: 720 },
  },
  emulator: {},
  integrity_failed: {},
  integrity_missing: {},
  duplicate_install: {
    min_installs: { default: 4, min: 2, max: 200, whole: true },
    /** Hours before and after the install that are considered. */
    within_hours: { default: 72, min: 1, max: 720 },
  },
  geo_or_clock_mismatch: {
    min_off_hours: { default: 6, min: 1, max: 720 },
    max_off_days: { default: 400, min: 1, max: 3650 },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Threshold>>>>;

export type FraudRuleName = keyof typeof FRAUD_THRESHOLDS;

/** The values of a rule's thresholds. */
export type ThresholdsOf<Name extends FraudRuleName> = {
  readonly [Each in keyof (typeof FRAUD_THRESHOLDS)[Name]]: number;
};
