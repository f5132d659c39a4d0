import { type ConsentStatement, readConsent } from '@tributary/sdk/wire/consent';
import { type DeviceIds, deviceKeyOf } from '../../attribution/devices/device-key.ts';
import type { DeviceIdKind } from '../../platform/values/device-id-kinds.ts';
import type { CheckedEvent } from '../check/check-shape.ts';

/** What an event states of its device's consent. */
export interface StatedConsent {
  readonly statement: ConsentStatement;
  /** Unix ms; the event's true time. */
  readonly at: number;
  /** The keys of all of its device ids, the most durable first: whichever the device is known by, it has said so. */
  readonly deviceKeys: readonly string[];
}

/** Undefined for an event that states nothing. */
export function statedConsent(
  { consent }: CheckedEvent,
  ids: DeviceIds,
  kinds: readonly DeviceIdKind[],
  at: number,
): StatedConsent | undefined {
  if (consent == null) return undefined;
  const statement = readConsent(consent);
  return statement && { statement, at, deviceKeys: kinds.map((kind) => deviceKeyOf(kind, ids[kind] ?? '')) };
}
