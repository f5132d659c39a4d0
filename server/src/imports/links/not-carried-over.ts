import type { NotCarriedOver } from '@tributary/db/imports/import-job.entity';
import { z } from 'zod';
import { shortened } from '../normalise/row-reader.ts';
import type { LostValue } from './link-row.ts';

/** As endpoints show it. */
export const notCarriedOver = z.object({
  column: z.string().nullable(),
  reason: z.string(),
  rows: z.int(),
  example: z.string().nullable().describe('The value of the first such row.'),
});

/** What endpoints say of it. */
export const NOT_CARRIED_OVER =
  'What no link has here, by column and reason, with the rows that had it; the rows themselves are imported.';

/** Columns and reasons that are told apart; the values of others are counted together. */
const MAX_ENTRIES = 200;
const OTHERS = 'other columns';

/** Collects what could not be carried over, by column and reason. */
export interface LossReport {
  /** Counts the values of one row. */
  add(lost: readonly LostValue[]): void;
  entries(): NotCarriedOver[];
}

/** @param before what is known already. */
export function createLossReport(before: readonly NotCarriedOver[]): LossReport {
  const entries = new Map(before.map((entry) => [keyOf(entry), entry]));

  function count(column: string | null, reason: string, example: string | null): void {
    const key = keyOf({ column, reason });
    const known = entries.get(key);
    if (known !== undefined) entries.set(key, { ...known, rows: known.rows + 1 });
    else if (entries.size < MAX_ENTRIES || column === null)
      entries.set(key, { column, reason, rows: 1, example });
    else count(null, OTHERS, null);
  }

  return {
    add(lost) {
      const seen = new Set<string>();
      for (const { column, value, reason } of lost) {
        const shown = shortened(column);
        const key = keyOf({ column: shown, reason });
        if (seen.has(key)) continue;
        seen.add(key);
        count(shown, reason, shortened(value));
      }
    },
    entries: () => [...entries.values()],
  };
}

function keyOf({ column, reason }: Pick<NotCarriedOver, 'column' | 'reason'>): string {
  return JSON.stringify([column, reason]);
}
