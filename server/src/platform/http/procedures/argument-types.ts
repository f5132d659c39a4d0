import { z } from 'zod';
import { isStorable } from '../../values/storable-text.ts';

const storableText = z.string().refine(isStorable, 'must be well-formed text');

/** A display name entered by a user. */
export const displayName = storableText.pipe(
  z.string().trim().min(1, 'must not be empty').max(200, 'must be 200 characters or fewer'),
);

/** Longer text entered by a user. */
export const text = (max: number) =>
  storableText.pipe(z.string().max(max, `must be ${max} characters or fewer`));

/** Accepted in any letter case; converted to lower case, as ids are stored and compared. */
export const uuid = z.uuid({ version: 'v4', error: 'must be a UUID (version 4)' }).toLowerCase();

/** An omitted optional argument is the same as null. */
export const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? null);
