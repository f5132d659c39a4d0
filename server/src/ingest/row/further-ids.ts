import { hash } from 'node:crypto';
import { SYSTEM_ID_KINDS } from '../../platform/values/device-id-kinds.ts';

/** Longer ones are remembered by their hash: 200,000 of them must fit into memory. */
const LONGEST = 120;

const KINDS = [...SYSTEM_ID_KINDS, 'user_id'] as const;

type FurtherIds = Readonly<Record<(typeof KINDS)[number], string | null>>;

/**
 * One text for the ids of an event beside those that its device key is derived from: different ids give different texts.
 * No id contains NUL.
 */
export function furtherIds(given: FurtherIds): string {
  let ids = '';
  for (const kind of KINDS) ids += `\0${given[kind] ?? ''}`;
  return ids.length > LONGEST ? hash('sha256', ids, 'base64') : ids;
}
