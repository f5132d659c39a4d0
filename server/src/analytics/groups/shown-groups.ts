import type { Counter } from '../../counters/counter.ts';
import { type GroupBy, type GroupName, MAX_GROUPS } from '../group-by.ts';
import type { ResourceRequest } from '../resource.ts';
import type { ScopedReader } from '../scoped-reader.ts';
import { groupSource, statementName } from './count-source.ts';

/** What a grouped report is about. */
export interface GroupRequest extends Pick<ResourceRequest, 'period' | 'country' | 'today' | 'hasFeature'> {
  readonly groupBy: GroupBy;
}

/** Parts of a counter that a group's size is known by. */
export interface Ranking {
  readonly counter: Counter;
  /** SQL of its size, a sum. */
  readonly size: string;
  /** SQL of whether it has anything at all. */
  readonly isThere: string;
}

/**
 * The keys of the largest groups of a report: the first, and the rest together, is all that it tells. Empty is the one of
 * what is not known.
 *
 * @param name of the report, for its statement's.
 */
export async function largestKeys(
  reader: ScopedReader,
  name: string,
  { period, groupBy, country }: GroupRequest,
  rankings: readonly Ranking[],
): Promise<string[]> {
  const parts = rankings.map(
    ({ counter, size, isThere }) => `
      select group_key, ${size} as size from ${groupSource(counter, groupBy, country, 5)}
      where customer_id = $1 and app_id = any($2::uuid[]) and ${counter.day} between $3 and $4 and not in_rest
      group by group_key having ${isThere}`,
  );
  const text = `
    select group_key as key from (${parts.join(' union all ')}) ranked
    group by group_key order by sum(size) desc, group_key collate "C" limit ${MAX_GROUPS}`;
  const values = [period.from, period.to, ...(country === null ? [] : [country])];
  const rows = await reader.read<{ key: string }>(
    statementName(`${name}-keys`, country, groupBy),
    text,
    values,
  );
  return rows.map(({ key }) => key);
}

/** What statements with SHOWN_KEY are given after `$2`. */
export function groupValues({ period, country }: GroupRequest, keys: readonly string[]): unknown[] {
  return [period.from, period.to, keys, ...(country === null ? [] : [country])];
}

/** A row of a statement with SHOWN_KEY. */
export interface OfGroup {
  /** Null for the rest, empty for what is not known. */
  readonly key: string | null;
}

/** How a group is named in an answer. */
function groupName(key: string | null): GroupName {
  return key === null ? { key: 'other', rest: true } : { key: key === '' ? null : key };
}

/**
 * The groups of rows, the largest first and the rest last.
 *
 * @param toGroup of all rows of a group.
 * @param sizeOf a group.
 */
export function toGroups<Row extends OfGroup, Group>(
  rows: readonly Row[],
  toGroup: (rows: readonly Row[], key: string | null) => Group,
  sizeOf: (group: Group) => number,
): (GroupName & Group)[] {
  return [...Map.groupBy(rows, ({ key }) => key)]
    .map(([key, own]) => ({ key, group: toGroup(own, key) }))
    .map(({ key, group }) => ({ key, group, size: key === null ? Number.NEGATIVE_INFINITY : sizeOf(group) }))
    .sort((a, b) => b.size - a.size || compareKeys(a.key ?? '', b.key ?? ''))
    .map(({ key, group }) => ({ ...groupName(key), ...group }));
}

/** As the database does by the C collation: by code points, not by UTF-16 units. */
function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
