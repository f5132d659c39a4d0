import { z } from 'zod';
import { type CursorPlace, MAX_CURSOR, readCursor, toCursor } from '../platform/http/procedures/cursor.ts';

/** A place in a list that is sorted by time and id, the newest first. The time is as PostgreSQL takes it, to the µs. */
export type PageKey = CursorPlace;

/** Before all rows. */
export const FIRST_PAGE: PageKey = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Writes a moment as a page's key holds it; `column` is a timestamptz. */
export const keyTime = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Reads a moment as bodies have it, in Unix ms. */
export const unixMs = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`;

/** No period begins before 1970; PostgreSQL does not know the year 0 either. */
const key = z.object({ at: z.iso.datetime({ precision: 6 }).refine((at) => at >= '1970'), id: z.guid() });

const NO_CURSOR = 'must be a next_cursor of this resource';

/** `cursor`: where the page before ended, as the resource's `next_cursor` said. */
export const pageCursor = (resource: string) =>
  z
    .string()
    .max(MAX_CURSOR, NO_CURSOR)
    .transform((text, context): PageKey => {
      const parsed = key.safeParse(readCursor(resource, text));
      if (parsed.success) return parsed.data;
      context.issues.push({ code: 'custom', message: NO_CURSOR, input: text });
      return z.NEVER;
    });

/** What a body says of its page. */
export const pageEnd = {
  truncated: z.boolean().describe('Whether there is more.'),
  next_cursor: z
    .string()
    .nullable()
    .describe(
      'Asks for the next page, as `cursor` beside the same other arguments; null where there is none.',
    ),
};

/** A row that a page can end with; `page_at` is its keyTime. */
export interface PagedRow {
  readonly page_at: string;
}

/**
 * Splits what was read into a page and how it ends.
 *
 * @param resource its name: a cursor leads on in the resource that gave it.
 * @param rows up to one more than the page holds.
 * @param idOf the second half of the order.
 */
export function endPage<Row extends PagedRow>(
  resource: string,
  rows: readonly Row[],
  limit: number,
  idOf: (row: Row) => string,
): { page: readonly Row[]; end: { truncated: boolean; next_cursor: string | null } } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const next_cursor = last ? toCursor(resource, { at: last.page_at, id: idOf(last) }) : null;
  return { page, end: { truncated: last !== undefined, next_cursor } };
}
