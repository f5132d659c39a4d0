import { z } from 'zod';
import { optional } from './argument-types.ts';

/** "" removes an optional value; null leaves it unchanged, as everywhere. */
export const removable = <T extends z.ZodType>(type: T) =>
  optional(
    z.union([z.literal(''), type], {
      // Reports only what is wrong with the value, not that it differs from "".
      error: (issue) => (issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0]?.message : undefined),
    }),
  );
