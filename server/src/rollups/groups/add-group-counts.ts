import type { ClientBase } from 'pg';
import { sumDeltas } from '../sum-deltas.ts';
import type { CohortGroupDelta, InstallGroupDelta, RevenueGroupDelta } from './group-deltas.ts';
import { GROUP_KEY } from './group-key.ts';
import { keepValues } from './keep-values.ts';

/** Changes of the counters of groups, of values as facts have them. */
export interface GroupDeltas {
  readonly installGroups?: readonly InstallGroupDelta[];
  readonly cohortGroups?: readonly CohortGroupDelta[];
  readonly revenueGroups?: readonly RevenueGroupDelta[];
}

const KEY = GROUP_KEY.join(', ');
const KEY_TYPES = `customer_id uuid, app_id uuid, dimension text, day date, country text, value text, is_rest boolean,
    model text, channel text`;

const INSTALL_AMOUNTS = ['installs', 'attributed', 'confidence_sum', 'high_confidence', 'unscored'] as const;
const MONEY = ['gross', 'refunded', 'attributed', 'in_app', 'payment', 'possible_double'] as const;
const MONEY_AMOUNTS = ['payments', 'attributed_payments', ...MONEY] as const;

const added = (amounts: readonly string[]) =>
  amounts.map((name) => `${name} = counts.${name} + excluded.${name}`).join(', ');

const ADD_INSTALLS = `
  insert into install_group_counts as counts (${KEY}, ${INSTALL_AMOUNTS.join(', ')})
  select ${KEY}, ${INSTALL_AMOUNTS.join(', ')}
  from json_to_recordset($1::json) as given (${KEY_TYPES}, ${INSTALL_AMOUNTS.map((name) => `${name} bigint`).join(', ')})
  on conflict (${KEY}) do update set ${added(INSTALL_AMOUNTS)}`;

const ADD_COHORTS = `
  insert into cohort_group_counts as counts (${KEY}, day_offset, devices)
  select ${KEY}, day_offset, devices
  from json_to_recordset($1::json) as given (${KEY_TYPES}, day_offset integer, devices bigint)
  on conflict (${KEY}, day_offset) do update set ${added(['devices'])}`;

/** Money is summed by the database, which does it exactly. */
const sums = MONEY_AMOUNTS.map((name) => `sum(${name})`).join(', ');
const ADD_REVENUE = `
  insert into revenue_group_counts as counts (${KEY}, provider, currency, ${MONEY_AMOUNTS.join(', ')})
  select ${KEY}, provider, currency, ${sums}
  from json_to_recordset($1::json) as given (${KEY_TYPES}, provider text, currency text, payments bigint,
    attributed_payments bigint, ${MONEY.map((name) => `${name} numeric`).join(', ')})
  group by ${KEY}, provider, currency
  having (${sums}) <> (${MONEY_AMOUNTS.map(() => '0').join(', ')})
  order by ${KEY}, provider, currency
  on conflict (${KEY}, provider, currency) do update set ${added(MONEY_AMOUNTS)}`;

/**
 * Adds to the counters of groups: for applyDeltas alone, which keeps the values (`keepGroupValues`) before it changes any
 * counter.
 */
export async function addGroupCounts(
  client: ClientBase,
  { installGroups = [], cohortGroups = [], revenueGroups = [] }: GroupDeltas,
): Promise<void> {
  const installs = sumDeltas(installGroups, GROUP_KEY, INSTALL_AMOUNTS);
  const cohorts = sumDeltas(cohortGroups, [...GROUP_KEY, 'day_offset'], ['devices']);
  await add(client, 'add-install-groups', ADD_INSTALLS, installs);
  await add(client, 'add-cohort-groups', ADD_COHORTS, cohorts);
  await add(client, 'add-revenue-groups', ADD_REVENUE, revenueGroups);
}

/** Which of the values are counted by themselves, kept where they are new. */
export async function keepGroupValues(client: ClientBase, deltas: GroupDeltas): Promise<GroupDeltas> {
  const { installGroups = [], cohortGroups = [], revenueGroups = [] } = deltas;
  const all = await keepValues(client, [...installGroups, ...cohortGroups, ...revenueGroups]);
  const cohortsAt = installGroups.length;
  const revenueAt = cohortsAt + cohortGroups.length;
  return {
    installGroups: all.slice(0, cohortsAt) as InstallGroupDelta[],
    cohortGroups: all.slice(cohortsAt, revenueAt) as CohortGroupDelta[],
    revenueGroups: all.slice(revenueAt) as RevenueGroupDelta[],
  };
}

async function add(client: ClientBase, name: string, text: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await client.query({ name, text, values: [JSON.stringify(rows)] });
}
