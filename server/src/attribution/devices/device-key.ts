import { hash } from 'node:crypto';
import { DEVICE_ID_KINDS, type DeviceIdKind } from '../../platform/values/device-id-kinds.ts';
import { usableId } from './device-identifiers.ts';

/** The identifiers of a device, the most durable first. */
export type DeviceIds = { readonly [Kind in DeviceIdKind]?: string | null | undefined };

/** The kinds of the usable identifiers; one that identifies no one counts as absent. */
export function idKinds(ids: DeviceIds): DeviceIdKind[] {
  return DEVICE_ID_KINDS.filter((kind) => usableId(ids[kind] ?? null) !== null);
}

/**
 * A key for a device before it is looked up: derived from its first identifier, in the order of
 * DEVICE_ID_KINDS; undefined for a device without any.
 *
 * @param kinds the result of idKinds, if already known.
 */
export function deviceKey(ids: DeviceIds, kinds = idKinds(ids)): string | undefined {
  const [kind] = kinds;
  return kind === undefined ? undefined : deviceKeyOf(kind, ids[kind] ?? '');
}

/** The key of one identifier: the first 128 bits of SHA-256 over `kind:value`, formatted as a UUID; deviceKeySql agrees. */
export function deviceKeyOf(kind: DeviceIdKind | 'external_id', value: string): string {
  const hex = hash('sha256', `${kind}:${value}`, 'hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)];
  return parts.join('-');
}

/**
 * The same key in SQL.
 *
 * @param kind an SQL expression for the kind of the identifier.
 * @param value an SQL expression for its value, as usableId writes it.
 */
export function deviceKeySql(kind: string, value: string): string {
  return `substr(encode(sha256(convert_to(${kind} || ':' || ${value}, 'UTF8')), 'hex'), 1, 32)::uuid`;
}
