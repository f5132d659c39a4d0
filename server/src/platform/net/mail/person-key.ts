import { createHash } from 'node:crypto';

/** One key for every spelling of an e-mail address; hashed, so that none is stored with the counts. */
export function personKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}
