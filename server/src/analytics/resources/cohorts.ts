import { z } from 'zod';
import { COHORT_OFFSETS } from '../../rollups/cohort-delta.ts';
import { period } from '../../rollups/period.ts';
import { addDays } from '../../rollups/utc-day.ts';
import { sharePct } from '../averages.ts';
import { defineResource } from '../resource.ts';

const READ = `
  select to_char(cohort_day, 'YYYY-MM-DD') as cohort_date, json_object_agg(day_offset, devices) as devices
  from (
    select cohort_day, day_offset, sum(devices::float8) as devices
    from cohort_counts
    where customer_id = $1 and app_id = any($2::uuid[]) and cohort_day between $3 and $4
    group by cohort_day, day_offset
  ) counted
  group by cohort_day
  order by cohort_day`;

interface CohortRow {
  readonly cohort_date: string;
  /** By the day after the install. */
  readonly devices: Readonly<Record<number, number>>;
}

const cohort = z.object({
  cohort_date: z.iso.date(),
  installs: z
    .int()
    .describe('First installs of the day, by devices with an id of their own: only those can be seen again.'),
  retention: z.array(
    z.object({
      day: z.int(),
      devices: z
        .int()
        .nullable()
        .describe('Devices active that many days after their install; null before that day begins.'),
      rate_pct: z
        .number()
        .nullable()
        .describe('Devices in percent of `installs`, to one decimal; null before that day begins.'),
    }),
  ),
});

export const cohorts = defineResource({
  name: 'cohorts',
  means: 'Retention by the UTC day of the install, for every day of a period that had installs.',
  output: z.object({ period, cohorts: z.array(cohort) }),
  feature: 'cohorts',
  async read(reader, { period: { from, to }, today }) {
    const rows = await reader.read<CohortRow>('analytics-cohorts', READ, [from, to]);
    const cohorts = rows.map((row) => toCohort(row, today)).filter(({ installs }) => installs > 0);
    return { period: { from, to }, cohorts };
  },
  toTable: (body) => ({
    columns: [
      'cohort_date',
      'installs',
      ...COHORT_OFFSETS.flatMap((day) => [`day_${day}_devices`, `day_${day}_rate_pct`]),
    ],
    rows: body.cohorts.map(({ cohort_date, installs, retention }) => [
      cohort_date,
      installs,
      ...retention.flatMap(({ devices, rate_pct }) => [devices, rate_pct]),
    ]),
  }),
});

/** Who installs is active on that day: the devices of day 0 are the cohort. */
function toCohort({ cohort_date, devices }: CohortRow, today: string): z.output<typeof cohort> {
  const installs = devices[0] ?? 0;
  const retention = COHORT_OFFSETS.map((day) => {
    if (addDays(cohort_date, day) > today) return { day, devices: null, rate_pct: null };
    const active = devices[day] ?? 0;
    return { day, devices: active, rate_pct: sharePct(active, installs) };
  });
  return { cohort_date, installs, retention };
}
