import { forEach, GROUP_COLUMNS, groupColumns } from '../dimensions.ts';
import { type FactRow, factTable } from '../fact-table.ts';

const ACTIVITY = `
  activity.customer_id, activity.app_id, activity.cohort_day, activity.day - activity.cohort_day as day_offset`;

const PLAIN = `select ${ACTIVITY} from cohort_activity activity where activity.customer_id = $1`;

/**
 * An activity is in the groups of its device's install, as that was decided. Looked up one by one, as in
 * activity/count-activity.ts.
 */
const GROUPED = `
  select ${ACTIVITY}, ${groupColumns('decided')}
  from cohort_activity activity
  left join lateral (
    select install_id from installs
    where installs.customer_id = $1 and installs.app_id = activity.app_id
      and installs.device_id = activity.device_id and installs.kind = 'install'
    offset 0) as first on true
  left join lateral (
    select ${groupColumns('attributions')} from attributions
    where attributions.customer_id = $1 and attributions.install_id = first.install_id
    offset 0) as decided on true
  where activity.customer_id = $1`;

/** Days on which devices were active, as they were counted, with the groups of their device's install. */
export const COHORT_ACTIVITY = factTable(
  'cohort_activity',
  {
    customer_id: 'uuid',
    app_id: 'uuid',
    cohort_day: 'date',
    day_offset: 'integer',
    ...forEach(GROUP_COLUMNS, () => 'text?' as const),
  },
  {
    stored: (isGrouped) => (isGrouped ? GROUPED : PLAIN),
    groups: forEach(GROUP_COLUMNS, (name) => name),
    beside: ['installs', 'device_ids', 'device_days', 'attributions', 'activity_queue'],
  },
);

export type CountedActivity = FactRow<typeof COHORT_ACTIVITY>;
