import type { QueuedEvent } from './queued-event.ts';

export type IdKind = 'installation_id' | 'android_id' | 'gaid' | 'user_id';

export interface DeviceId {
  readonly kind: IdKind;
  readonly value: string;
}

/** Kinds that belong to one device; a person may carry their user_id from one device to the next. */
const OF_ONE_DEVICE: readonly IdKind[] = ['installation_id', 'android_id', 'gaid'];
/** One famous batch of phones and most emulators share this one. */
const SHARED_ANDROID_ID = '9774d56d682e549c';

/** The identifiers of an event, the most lasting first. Zeros identify nobody. */
export function identifiersOf(event: QueuedEvent): DeviceId[] {
  return [...OF_ONE_DEVICE, 'user_id' as const]
    .map((kind) => ({ kind, value: event[kind] ?? '' }))
    .filter(({ kind, value }) => value !== '' && (kind === 'user_id' || !isNobodys(value)));
}

/** An identifier as it may be compared with another device's; null where it identifies nobody. */
export function usableId(value: string | null): string | null {
  return value === null || value === '' || isNobodys(value) ? null : value;
}

export function isOfOneDevice({ kind }: DeviceId): boolean {
  return OF_ONE_DEVICE.includes(kind);
}

function isNobodys(value: string): boolean {
  return /^[0-]+$/.test(value) || value === SHARED_ANDROID_ID;
}
