import { usableId } from '../../../devices/device-identifiers.ts';
import { flatCopy } from '../../../memory/flat-copy.ts';
import { toStorable } from '../../../values/storable-text.ts';

const MAX_PARAMS = 32;
const MAX_NAME = 64;
const MAX_VALUE = 512;
const MAX_DEVICE_ID = 128;
/** Parameters that the endpoint itself reads, and those that may identify a person, in any case: neither is passed on to the app. */
const NOT_KEPT = new Set(['slug', 'gaid', 'android_id', 'idfv', 'idfa']);

/** What a visit says of the device that it comes from. */
interface VisitIds {
  readonly gaid: string | null;
  readonly androidId: string | null;
  readonly idfv: string | null;
  readonly idfa: string | null;
}

/** The parameters in a visit's query. */
export interface Visit extends VisitIds {
  /** Everything else, bounded in number and length, with the first value of each name: as JSON; null if empty. */
  readonly params: string | null;
}

const NOTHING: Visit = { gaid: null, androidId: null, idfv: null, idfa: null, params: null };
const MAX_REMEMBERED = 1000;
const MAX_REMEMBERED_LENGTH = 256;

const remembered = new Map<string, Visit>();

/**
 * Reads a visit's query parameters, as ad networks fill them in. A shared link keeps its query, so the last few hundred
 * are cached, except those that identify a device.
 */
export function readVisit(text: string): Visit {
  if (text === '') return NOTHING;
  const known = remembered.get(text);
  if (known) return known;
  const visit = readQuery(new URLSearchParams(text));
  if (text.length <= MAX_REMEMBERED_LENGTH && visitorId(visit) === null) {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(flatCopy(text), visit);
  }
  return visit;
}

/** The first of a visit's ids; null if it names no device. */
export function visitorId({ gaid, androidId, idfa, idfv }: Visit): string | null {
  return gaid ?? androidId ?? idfa ?? idfv;
}

function readQuery(query: URLSearchParams): Visit {
  const params = new Map<string, string>();
  for (const [name, value] of query) {
    if (params.size === MAX_PARAMS) break;
    if (name === '' || name.length > MAX_NAME || NOT_KEPT.has(name.toLowerCase()) || params.has(name))
      continue;
    // What is cut off may leave half a surrogate pair.
    params.set(toStorable(name), toStorable(value.slice(0, MAX_VALUE)));
  }
  return {
    gaid: deviceId(query.get('gaid')),
    androidId: deviceId(query.get('android_id')),
    idfv: deviceId(query.get('idfv')),
    idfa: deviceId(query.get('idfa')),
    params: params.size === 0 ? null : JSON.stringify(Object.fromEntries(params)),
  };
}

/** A macro that was not filled in is not an identifier. */
function deviceId(text: string | null): string | null {
  if (text === null || text.length > MAX_DEVICE_ID) return null;
  const id = usableId(text);
  return id === null || /[^\w.:-]/.test(id) ? null : flatCopy(id);
}
