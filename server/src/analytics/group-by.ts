import { z } from 'zod';
import { BASE_DIMENSION, type Dimension, GROUP_COLUMNS, STORED_DIMENSIONS } from '../counters/dimensions.ts';

/** What reports can be grouped by. */
export const GROUP_BY = GROUP_COLUMNS;
export type GroupBy = Dimension;

/** `group_by`, as it is asked for. */
export const groupByArgument = z.enum(GROUP_BY, `must be one of ${GROUP_BY.join(', ')}`);

/** Groups of a report that are shown by themselves. */
export const MAX_GROUPS = 100;

/** The members that say what a group is. */
export const groupKey = {
  key: z.string().nullable().describe('The value that it is the group of; null where that is not known.'),
  rest: z
    .literal(true)
    .optional()
    .describe(
      `Marks the group of all values after the ${MAX_GROUPS} largest, whose key is \`other\`: a value may be called so as well.`,
    ),
};
export type GroupName = { readonly key: string | null; readonly rest?: true | undefined };

/** Where the counters of a grouping are, and the column of its values. */
export function placeOf(groupBy: GroupBy): { dimension: string; column: string; isRest: string } {
  const stored = STORED_DIMENSIONS.find((dimension) => dimension === groupBy);
  return stored
    ? { dimension: stored, column: 'value', isRest: 'is_rest' }
    : { dimension: BASE_DIMENSION, column: groupBy, isRest: 'false' };
}
