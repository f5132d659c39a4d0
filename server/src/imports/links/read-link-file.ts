import type { NotCarriedOver } from '@tributary/db/imports/import-job.entity';
import type { ColumnMapping, ReadColumns } from '../column-mapping.ts';
import type { FileRow } from '../import-row.ts';
import type { LostValue } from './link-row.ts';
import { linkSourceNamed } from './mappings/link-sources.ts';
import { reasonFinder, UNKNOWN } from './normalise/expand-row.ts';
import { createLossReport } from './not-carried-over.ts';

interface LinkFileJob {
  readonly sourcePlatform: string;
  readonly columnMapping: object;
}

/** How a file of links is read, and what of it is no part of a link. */
export interface LinkReading {
  readonly columns: ReadColumns;
  /** Reports the columns of rows that no field is filled by, and leaves them out. */
  visit(batch: readonly FileRow[]): readonly FileRow[];
  notCarriedOver(): readonly NotCarriedOver[];
}

/** Every column is read: what is not known is reported, and not stored. */
export function createLinkReading({ sourcePlatform, columnMapping }: LinkFileJob): LinkReading {
  const mapping = columnMapping as ColumnMapping<string>;
  const reasonOf = reasonFinder(linkSourceNamed(sourcePlatform));
  const report = createLossReport([]);
  const isMapped = (column: string) => Object.hasOwn(mapping, column);

  function lostIn({ values }: FileRow): LostValue[] {
    return Object.entries(values)
      .filter(([column, value]) => !isMapped(column) && isSomething(value))
      .map(([column, value]) => ({ column, value: value ?? '', reason: reasonOf(column) ?? UNKNOWN }));
  }

  return {
    columns: { known: Object.keys(mapping), others: true, nested: true, amounts: [] },
    visit: (batch) =>
      batch.map((row) => {
        report.add(lostIn(row));
        const kept = Object.entries(row.values).filter(
          ([column]) => isMapped(column) && mapping[column] !== 'ignored',
        );
        return { ...row, values: Object.fromEntries(kept) };
      }),
    notCarriedOver: () => report.entries(),
  };
}

/** What a setting of the other platform is where it is not used. */
function isSomething(value: string | null): boolean {
  return value !== null && !/^(?:|false|0|null|none|n\/a|\[\]|\{\})$/i.test(value.trim());
}

/** A caller's changes to a source's mapping: a column that is to be ignored is not reported either. */
export function ignoreNulls<Field extends string>(
  given: Readonly<Record<string, Field | null>> | null,
): Readonly<Record<string, Field | 'ignored'>> | null {
  if (given === null) return null;
  return Object.fromEntries(Object.entries(given).map(([column, field]) => [column, field ?? 'ignored']));
}
