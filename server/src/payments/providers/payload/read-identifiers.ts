import { usableId, usableUserId } from '../../../attribution/devices/device-identifiers.ts';
import { isUuid } from '../../../platform/values/is-uuid.ts';
import { type ExactJson, parseExactText } from '../parse-exact-json.ts';
import type { PaymentIdentifiers } from '../payment-provider.ts';
import { type Field, fieldAt, isObject, readText } from './payload-fields.ts';

/** The same limit as for the ids of an event. */
const MAX_DEVICE_ID = 256;
const MAX_USER_ID = 512;

/**
 * The device ids in a payment's metadata: an object, or one as JSON text. Anything else holds none.
 *
 * @param places where the provider may put metadata; an id is taken from the first that has it.
 */
export function readIdentifiers(...places: readonly Field[]): PaymentIdentifiers {
  const metadata = places.map(({ value }) => objectIn(value));
  const found = {
    service_click_id: first(metadata, readClickId),
    gaid: first(metadata, readGaid),
    android_id: first(metadata, (from) => readDeviceId(from, 'android_id')),
    user_id: first(metadata, (from) => usableUserId(readText(fieldAt(from, 'user_id'), MAX_USER_ID))),
  };
  return Object.fromEntries(Object.entries(found).filter(([, id]) => id !== null));
}

function objectIn(value: ExactJson | undefined): ExactJson {
  if (typeof value !== 'string') return isObject(value) ? value : {};
  const parsed = parseExactText(value);
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}

function first(metadata: readonly ExactJson[], read: (from: ExactJson) => string | null): string | null {
  for (const from of metadata) {
    const id = read(from);
    if (id !== null) return id;
  }
  return null;
}

function readClickId(from: ExactJson): string | null {
  const id = readDeviceId(from, 'service_click_id');
  return id !== null && isUuid(id) ? id.toLowerCase() : null;
}

function readGaid(from: ExactJson): string | null {
  const id = readDeviceId(from, 'gaid');
  return id !== null && isUuid(id) ? id.toLowerCase() : id;
}

/** An id of zeros identifies no one. */
function readDeviceId(from: ExactJson, name: string): string | null {
  return usableId(readText(fieldAt(from, name), MAX_DEVICE_ID) ?? null);
}
