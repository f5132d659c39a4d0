import { z } from 'zod';

/** PostgreSQL keeps no NUL, and half a surrogate pair is no text. */
const storableText = z
  .string()
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'must be well-formed text');

/** A name that a person gives to something. */
export const displayName = storableText.pipe(
  z.string().trim().min(1, 'must not be empty').max(200, 'must be 200 characters or fewer'),
);

/** Longer text that a person writes. */
export const text = (max: number) =>
  storableText.pipe(z.string().max(max, `must be ${max} characters or fewer`));

/** In any letter case; lower case from here on, as ids are stored and compared. */
export const uuid = z.uuid({ version: 'v4', error: 'must be a UUID (version 4)' }).toLowerCase();

/** An optional argument left out is the same as null. */
export const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? null);
