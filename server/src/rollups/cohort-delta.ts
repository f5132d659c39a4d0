import { sumDeltas } from './sum-deltas.ts';

/** Days after the install that retention is counted for; the install itself is activity on day 0. */
export const COHORT_OFFSETS = [0, 1, 3, 7, 14, 30] as const;

/** What a device's activity adds to, or takes from, one row of cohort_counts. */
export interface CohortDelta {
  readonly customer_id: string;
  readonly app_id: string;
  /** UTC day of the install, as `2026-01-31`. */
  readonly cohort_day: string;
  /** Days from the install to the activity; one of COHORT_OFFSETS. */
  readonly day_offset: number;
  readonly devices: number;
}

/** A row of cohort_activity: one device's activity on one day, as it was counted. */
export interface CountedActivity extends Omit<CohortDelta, 'devices'> {}

/** The counter change of a counted activity: `sign` 1 counts it, -1 takes it back. */
export function cohortDelta(
  { customer_id, app_id, cohort_day, day_offset }: CountedActivity,
  sign: 1 | -1,
): CohortDelta {
  return { customer_id, app_id, cohort_day, day_offset, devices: sign };
}

/** One change for each row of cohort_counts; none that comes to nothing. */
export function sumCohortDeltas(deltas: readonly CohortDelta[]): CohortDelta[] {
  return sumDeltas(deltas, ['customer_id', 'app_id', 'cohort_day', 'day_offset'], ['devices']);
}
