import {
  DEVICE_ID_KINDS,
  type DeviceIdKind,
  SYSTEM_ID_KINDS,
  type SystemIdKind,
} from '../../platform/values/device-id-kinds.ts';
import { isUuid } from '../../platform/values/is-uuid.ts';
import type { QueuedEvent } from '../event-queue/queued-event.ts';
import { identifiesNoOne, namesNoOne } from './identifies-no-one.ts';

export interface DeviceId {
  /** A user may take their user_id from one device to the next; an external_id is another platform's. */
  readonly kind: DeviceIdKind | 'external_id' | 'user_id';
  readonly value: string;
}

/** What identifies the device of an event. */
export interface IdentifiedEvent extends Pick<QueuedEvent, DeviceIdKind | 'user_id'> {
  /** The id that another platform gave the device; only imported events have one. */
  readonly external_id?: string | null;
}

/** The identifiers of an event, the most durable first. */
export function identifiersOf(event: IdentifiedEvent): DeviceId[] {
  return [...DEVICE_ID_KINDS, 'external_id' as const, 'user_id' as const].flatMap((kind) => {
    const value = kind === 'user_id' ? usableUserId(event.user_id) : usableId(event[kind]);
    return value === null ? [] : [{ kind, value }];
  });
}

/**
 * Normalises a device identifier for storage and comparison: without blanks around it, a UUID in lower case. Null if it
 * identifies no one: empty, the zeros of a user who opted out, or an id that many phones share. The only place that
 * decides this.
 */
export function usableId(value: string | null | undefined): string | null {
  const id = value?.trim() ?? '';
  if (id === '' || identifiesNoOne(id)) return null;
  return isUuid(id) ? id.toLowerCase() : id;
}

/** The same for an app's name of a user, whose letters are its own: without blanks around it. A zero may be somebody. */
export function usableUserId(value: string | null | undefined): string | null {
  const id = value?.trim() ?? '';
  return id === '' || namesNoOne(id) ? null : id;
}

/** Whether the kind of id is tied to one device: a user's name of themselves is not. */
export function isOfOneDevice({ kind }: DeviceId): boolean {
  return kind !== 'user_id';
}

/** Whether the kind of id is one that the system gives a device: such may be a constant that many phones send. */
export function isOfSystem(id: DeviceId): id is DeviceId & { readonly kind: SystemIdKind } {
  return SYSTEM_ID_KINDS.some((one) => one === id.kind);
}
