import { randomBytes } from 'node:crypto';

/** A text that no other call has. */
export const fresh = (prefix: string) => prefix + randomBytes(5).toString('hex');
