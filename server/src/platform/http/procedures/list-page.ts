import { z } from 'zod';
import { AppError } from '../../errors/errors.ts';
import { optional, uuid } from './argument-types.ts';
import { type CursorPlace, MAX_CURSOR, readCursor, toCursor } from './cursor.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
/** The last moment with a year of four digits, in Unix ms. */
const MAX_TIME = Date.UTC(10_000, 0) - 1;

const NO_CURSOR = 'must be a cursor returned by this list';

/** The paging arguments of a list. */
export const pageArguments = {
  p_limit: optional(
    z
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(MAX_LIMIT, `must be ${MAX_LIMIT} or less`),
  ),
  p_cursor: optional(z.string().max(MAX_CURSOR, NO_CURSOR)),
};

/** A page of a list, newest first, with the cursor of the next page; null at the end. */
export const listPage = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });

interface Listed {
  readonly id: string;
  readonly createdAt: Date;
}

interface PageRequest {
  readonly p_limit: number | null;
  readonly p_cursor: string | null;
}

/**
 * Reads one page, newest first.
 *
 * @param list its name: a cursor is valid only in the list that returned it.
 * @param find reads rows that match the filter, in the given order and up to the given limit.
 * @throws AppError VALIDATION_ERROR for a cursor that this list did not return.
 */
export async function readPage<Row extends Listed, Item>(
  list: string,
  { p_limit, p_cursor }: PageRequest,
  find: (query: PageQuery) => Promise<Row[]>,
  toItem: (row: Row) => Item,
): Promise<{ items: Item[]; next_cursor: string | null }> {
  const limit = p_limit ?? DEFAULT_LIMIT;
  const rows = await find({
    ...placeAfter(p_cursor === null ? null : readPlace(list, p_cursor)),
    options: { orderBy: { createdAt: 'desc', id: 'desc' }, limit: limit + 1 },
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(toItem), next_cursor: last ? toCursor(list, placeOf(last)) : null };
}

export interface PageQuery {
  readonly after: { $or?: object[] };
  /** The last row of the page before, for SQL; null on the first page. */
  readonly last: Listed | null;
  readonly options: { orderBy: { createdAt: 'desc'; id: 'desc' }; limit: number };
}

function placeOf({ createdAt, id }: Listed): CursorPlace {
  return { at: `${createdAt.getTime()}`, id };
}

function placeAfter(last: Listed | null): Pick<PageQuery, 'after' | 'last'> {
  if (last === null) return { after: {}, last };
  const { id, createdAt } = last;
  return { after: { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, id: { $lt: id } }] }, last };
}

function readPlace(list: string, cursor: string): Listed {
  const { at, id } = readCursor(list, cursor) ?? { at: '', id: '' };
  const isTime = /^\d{1,15}$/.test(at) && Number(at) <= MAX_TIME;
  if (!isTime || !uuid.safeParse(id).success)
    throw new AppError('VALIDATION_ERROR', `p_cursor: ${NO_CURSOR}`);
  return { id, createdAt: new Date(Number(at)) };
}
