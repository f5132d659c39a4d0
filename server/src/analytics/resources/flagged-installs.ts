import { GROUP_COLUMNS } from '../../counters/dimensions.ts';
import { MAX_GROUPS } from '../group-by.ts';
import { statementName } from '../groups/count-source.ts';
import { countryValue, isOfCountry } from '../groups/country-argument.ts';
import type { GroupRequest, OfGroup } from '../groups/shown-groups.ts';
import type { ResourceRequest } from '../resource.ts';
import type { ScopedReader } from '../scoped-reader.ts';

export interface FlaggedRow {
  readonly app_id: string;
  readonly flagged: number;
}

/** Flags are few, and read from their index by when they were raised, as the report on fraud is. */
const FLAGGED = `
  from fraud_flags
  cross join lateral (
    select ${GROUP_COLUMNS.map((name) => `${name}::text`).join(', ')} from attributions
    where attributions.customer_id = $1 and attributions.install_id = fraud_flags.install_id) as install
  where customer_id = $1 and app_id = any($2::uuid[])
    and flagged_at >= $3::date::timestamp at time zone 'UTC'
    and flagged_at < ($4::date + 1)::timestamp at time zone 'UTC'`;

/** Installs of each app that were flagged in the period. */
export function readFlagged(
  reader: ScopedReader,
  { period, country }: Pick<ResourceRequest, 'period' | 'country'>,
): Promise<FlaggedRow[]> {
  return reader.read<FlaggedRow>(
    statementName('analytics-flagged', country),
    `select app_id, count(distinct install_id)::float8 as flagged
     ${FLAGGED} ${isOfCountry('install.country', country, 5)}
     group by app_id`,
    [period.from, period.to, ...countryValue(country)],
  );
}

/**
 * The same by group. One that has no installs in the period is there for its flags, as long as there is room.
 *
 * @param keys of the groups with installs that are shown.
 */
export async function readFlaggedOfGroups(
  reader: ScopedReader,
  { period, country, groupBy }: GroupRequest,
  keys: readonly string[],
): Promise<(FlaggedRow & OfGroup)[]> {
  const rows = await reader.read<FlaggedRow & { key: string }>(
    statementName('flagged', country, groupBy),
    `select coalesce(install.${groupBy}, '') as key, app_id, count(distinct install_id)::float8 as flagged
     ${FLAGGED} ${isOfCountry('install.country', country, 5)}
     group by 1, app_id order by 1, app_id`,
    [period.from, period.to, ...countryValue(country)],
  );
  const shown = new Set(keys);
  for (const { key } of rows) if (shown.size < MAX_GROUPS) shown.add(key);
  const grouped = Map.groupBy(rows, ({ key, app_id }) => `${app_id}${shown.has(key) ? `=${key}` : ''}`);
  return [...grouped.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const flagged = more.reduce((sum, row) => sum + row.flagged, first.flagged);
    return [{ app_id: first.app_id, key: shown.has(first.key) ? first.key : null, flagged }];
  });
}
