import { hash } from 'node:crypto';
import { usableId } from './device-identifiers.ts';

/** The identifiers of a device, the most durable first. */
export interface DeviceIds {
  readonly installation_id?: string | null | undefined;
  readonly android_id?: string | null | undefined;
  readonly gaid?: string | null | undefined;
}

const KINDS = ['installation_id', 'android_id', 'gaid'] as const;

/** The kinds of the usable identifiers; one that identifies no one counts as absent. */
export function idKinds(ids: DeviceIds): (typeof KINDS)[number][] {
  return KINDS.filter((kind) => usableId(ids[kind] ?? null) !== null);
}

/**
 * A key for a device before it is looked up: derived from its first identifier (installation_id, else android_id, else
 * gaid); undefined for a device without any.
 *
 * @param kinds the result of idKinds, if already known.
 */
export function deviceKey(ids: DeviceIds, kinds = idKinds(ids)): string | undefined {
  const [kind] = kinds;
  return kind === undefined ? undefined : deviceKeyOf(kind, ids[kind] ?? '');
}

/** The key of one identifier: the first 128 bits of SHA-256 over `kind:value`, formatted as a UUID. */
function deviceKeyOf(kind: (typeof KINDS)[number], value: string): string {
  const hex = hash('sha256', `${kind}:${value}`, 'hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)];
  return parts.join('-');
}
