import { randomUUID } from 'node:crypto';

const SHARED_DIGITS = 8;

/**
 * A new click id (UUID v4) that starts like its link's id, so that the link, and with it the account, can be found from
 * the click id alone, without searching all accounts. 90 bits of it are random.
 */
export function newClickId(linkId: string): string {
  return linkId.slice(0, SHARED_DIGITS) + randomUUID().slice(SHARED_DIGITS);
}

/** The smallest and the greatest link id that a click id may belong to. */
export function linkIdRange(clickId: string): [string, string] {
  const start = clickId.slice(0, SHARED_DIGITS);
  return [`${start}-0000-0000-0000-000000000000`, `${start}-ffff-ffff-ffff-ffffffffffff`];
}
