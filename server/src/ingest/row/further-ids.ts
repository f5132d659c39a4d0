import { hash } from 'node:crypto';

/** Longer ones are remembered by their hash: 200,000 of them must fit into memory. */
const LONGEST = 120;

interface FurtherIds {
  readonly android_id: string | null;
  readonly gaid: string | null;
  readonly idfv: string | null;
  readonly idfa: string | null;
  readonly user_id: string | null;
}

/**
 * One text for the ids of an event beside those that its device key is derived from: different ids give different texts.
 * No id contains NUL.
 */
export function furtherIds({ android_id, gaid, idfv, idfa, user_id }: FurtherIds): string {
  const ids = `\0${android_id ?? ''}\0${gaid ?? ''}\0${idfv ?? ''}\0${idfa ?? ''}\0${user_id ?? ''}`;
  return ids.length > LONGEST ? hash('sha256', ids, 'base64') : ids;
}
