import { z } from 'zod';
import { COHORT_COUNTS, COHORT_OFFSETS } from '../../counters/declared/cohort-counts.ts';
import { period } from '../../counters/period.ts';
import { addDays } from '../../counters/utc-day.ts';
import { sharePct } from '../figures/averages.ts';
import { listGroupedDays } from '../figures/list-days.ts';
import { groupKey } from '../group-by.ts';
import { countSource, groupSource, SHOWN_KEY, statementName } from '../groups/count-source.ts';
import { groupTable } from '../groups/group-table.ts';
import {
  type GroupRequest,
  groupValues,
  largestKeys,
  type OfGroup,
  toGroups,
} from '../groups/shown-groups.ts';
import { defineResource } from '../resource.ts';
import type { ScopedReader } from '../scoped-reader.ts';

/** @param key SQL of the group of a row, null for one group of all. */
const readCohorts = (source: string, key: string) => `
  select key, to_char(cohort_day, 'YYYY-MM-DD') as cohort_date, json_object_agg(day_offset, devices) as devices
  from (
    select ${key} as key, cohort_day, day_offset, sum(devices::float8) as devices
    from ${source}
    where customer_id = $1 and app_id = any($2::uuid[]) and cohort_day between $3 and $4
    group by 1, cohort_day, day_offset
  ) counted
  group by key, cohort_day
  order by cohort_day`;

interface CohortRow extends OfGroup {
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

const cohortList = z.object({ cohorts: z.array(cohort) });
type Cohorts = z.output<typeof cohortList>;

export const cohorts = defineResource({
  name: 'cohorts',
  means: 'Retention by the UTC day of the install, for every day of a period that had installs.',
  output: z.object({
    period,
    ...cohortList.shape,
    groups: z
      .array(z.object({ ...groupKey, ...cohortList.shape }))
      .optional()
      .describe(
        'The same of each group of installs, the most installs first, of up to 400 days; only with `group_by`.',
      ),
  }),
  feature: 'cohorts',
  grouped: true,
  async read(reader, request) {
    const { period, country, groupBy } = request;
    if (groupBy) listGroupedDays(period);
    const text = readCohorts(countSource(COHORT_COUNTS, country, 5), 'null::text');
    const values = [period.from, period.to, ...(country === null ? [] : [country])];
    const [rows, groups] = await Promise.all([
      reader.read<CohortRow>(statementName('analytics-cohorts', country), text, values),
      groupBy && readCohortGroups(reader, { ...request, groupBy }),
    ]);
    const { from, to } = period;
    return { period: { from, to }, ...toCohorts(rows, request.today), ...(groups && { groups }) };
  },
  toTable: (body) =>
    groupTable<Cohorts>(
      body,
      () => [
        'cohort_date',
        'installs',
        ...COHORT_OFFSETS.flatMap((day) => [`day_${day}_devices`, `day_${day}_rate_pct`]),
      ],
      ({ cohorts }) =>
        cohorts.map(({ cohort_date, installs, retention }) => [
          cohort_date,
          installs,
          ...retention.flatMap(({ devices, rate_pct }) => [devices, rate_pct]),
        ]),
    ),
});

async function readCohortGroups(reader: ScopedReader, request: GroupRequest) {
  const { country, groupBy, today } = request;
  const installs = 'coalesce(sum(devices) filter (where day_offset = 0), 0)';
  const keys = await largestKeys(reader, 'cohorts', request, [
    { counter: COHORT_COUNTS, size: installs, isThere: `${installs} <> 0` },
  ]);
  const rows = await reader.read<CohortRow>(
    statementName('cohorts', country, groupBy),
    readCohorts(groupSource(COHORT_COUNTS, groupBy, country, 6), SHOWN_KEY),
    groupValues(request, keys),
  );
  const groups = toGroups(
    rows,
    (own) => toCohorts(own, today),
    ({ cohorts }) => cohorts.reduce((sum, { installs }) => sum + installs, 0),
  );
  return groups.filter(({ cohorts }) => cohorts.length > 0);
}

function toCohorts(rows: readonly CohortRow[], today: string): Cohorts {
  return { cohorts: rows.map((row) => toCohort(row, today)).filter(({ installs }) => installs > 0) };
}

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
