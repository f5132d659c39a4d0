import { counter } from '../counter.ts';
import { COHORT_ACTIVITY } from '../facts/cohort-activity.ts';

/** Days after the install that retention is counted for; the install itself is activity on day 0. */
export const COHORT_OFFSETS = [0, 1, 3, 7, 14, 30] as const;

/** Devices by the UTC day of their install and the days from it to the activity, one of COHORT_OFFSETS. */
export const COHORT_COUNTS = counter({
  name: 'cohorts',
  table: 'cohort_counts',
  key: { customer_id: 'uuid', app_id: 'uuid', cohort_day: 'date', day_offset: 'integer' },
  sums: { devices: 'bigint' },
  day: 'cohort_day',
  facts: [{ of: COHORT_ACTIVITY, needs: [], key: {}, sums: { devices: '1' } }],
});
