import { randomUUID } from 'node:crypto';

const SHARED_DIGITS = 8;

/**
 * A new click id (UUID v4) that begins as its link's id does: so whoever has only the click finds the link, and with
 * it the account, without a search through all accounts. 90 bits of it are random.
 */
export function newClickId(linkId: string): string {
  return linkId.slice(0, SHARED_DIGITS) + randomUUID().slice(SHARED_DIGITS);
}

/** The least and the greatest link id that a click of that id may belong to. */
export function linkIdRange(clickId: string): [string, string] {
  const start = clickId.slice(0, SHARED_DIGITS);
  return [`${start}-0000-0000-0000-000000000000`, `${start}-ffff-ffff-ffff-ffffffffffff`];
}
