import { usableId } from '../../../attribution/devices/device-identifiers.ts';
import { CLICK_ID_KINDS, type ClickIdKind } from '../../../platform/values/device-id-kinds.ts';
import { flatCopy } from '../../../platform/values/memory/flat-copy.ts';
import { toStorable } from '../../../platform/values/storable-text.ts';

const MAX_PARAMS = 32;
const MAX_NAME = 64;
const MAX_VALUE = 512;
const MAX_DEVICE_ID = 128;
/** Parameters that the endpoint itself reads, and those that may identify a person, in any case: neither is passed on to the app. */
const NOT_KEPT = new Set<string>(['slug', ...CLICK_ID_KINDS]);

/** What a visit says of the device that it comes from. */
type VisitIds = Readonly<Record<ClickIdKind, string | null>>;

/** The parameters in a visit's query. */
export interface Visit extends VisitIds {
  /** Everything else, bounded in number and length, with the first value of each name: as JSON; null if empty. */
  readonly params: string | null;
}

const NO_IDS: VisitIds = { gaid: null, android_id: null, idfv: null, idfa: null };
const NOTHING: Visit = { ...NO_IDS, params: null };
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

/** On iOS the advertising id comes first: it is the same in the apps of all vendors. */
const FIRST_KINDS = new Set<ClickIdKind>(['gaid', 'android_id', 'idfa', ...CLICK_ID_KINDS]);

/** The first of a visit's ids; null if it names no device. */
export function visitorId(visit: Visit): string | null {
  for (const kind of FIRST_KINDS) if (visit[kind] !== null) return visit[kind];
  return null;
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
  const ids: Record<ClickIdKind, string | null> = { ...NO_IDS };
  for (const kind of CLICK_ID_KINDS) ids[kind] = deviceId(query.get(kind));
  return { ...ids, params: params.size === 0 ? null : JSON.stringify(Object.fromEntries(params)) };
}

/** A macro that was not filled in is not an identifier. */
function deviceId(text: string | null): string | null {
  if (text === null || text.length > MAX_DEVICE_ID) return null;
  const id = usableId(text);
  return id === null || /[^\w.:-]/.test(id) ? null : flatCopy(id);
}
