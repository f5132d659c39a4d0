import { createHash } from 'node:crypto';
import type { Field } from './payload-fields.ts';

/**
 * The reference of a refund without one: a hash of the delivery's body, which a repeated delivery shares.
 *
 * @param missing the field that would have held it.
 */
export function hashAsReference(missing: Field, rawBody: Uint8Array): Field {
  return { ...missing, value: `sha256:${createHash('sha256').update(rawBody).digest('hex')}` };
}
