import type { ClientBase } from 'pg';
import { addRows, type DeviceIds, type ErasedRows } from '../../erasure.ts';
import { type EventPlace, FIRST_EVENT, namedClicks } from '../erase-events.ts';
import { eraseKnownDevice } from '../erase-known-device.ts';
import { forgetNamedClicks } from '../forget-named-clicks.ts';
import { eraseEventsOfUsers } from './erase-events-of-users.ts';
import { findDeviceOfUsers } from './find-device-of-users.ts';
import { findUsersOfOthers } from './find-users-of-others.ts';
import { forgetImportsOfUsers } from './forget-imports-of-users.ts';
import { ownUsers } from './own-users.ts';

/** Where it continues. Events come before devices: attributing one of them meanwhile may make one. */
export type UsersPlace =
  | { readonly of: 'others' | 'events'; readonly after: EventPlace }
  | { readonly of: 'imports' | 'devices' };

export const FIRST_USERS: UsersPlace = { of: 'others', after: FIRST_EVENT };

interface ErasedUsers {
  readonly erased: ErasedRows;
  /** With what was found out about its users. */
  readonly ids: DeviceIds;
  /** Null at the end. */
  readonly next: UsersPlace | null;
}

/**
 * Continues to erase what names a user of the device and no device, such as a purchase that the app's server sent, of
 * those users whom no other device is known by. The device itself is erased by now: whatever is left is another one's.
 */
export async function eraseUsers(
  client: ClientBase,
  customerId: string,
  place: UsersPlace,
  ids: DeviceIds,
): Promise<ErasedUsers> {
  const at = (next: UsersPlace | null, erased: ErasedRows = {}): ErasedUsers => ({ erased, ids, next });
  switch (place.of) {
    case 'others': {
      const { found, next } = await findUsersOfOthers(client, customerId, place.after, ids);
      const known = { ...ids, users_of_others: found };
      if (ownUsers(known).length === 0) return { ...at(null), ids: known };
      return { ...at(next === null ? { of: 'imports' } : { of: 'others', after: next }), ids: known };
    }
    case 'imports':
      return at(
        { of: 'events', after: FIRST_EVENT },
        await forgetImportsOfUsers(client, customerId, ownUsers(ids)),
      );
    case 'events': {
      const { erased, events, next } = await eraseEventsOfUsers(
        client,
        customerId,
        place.after,
        ownUsers(ids),
      );
      const clicks = await forgetNamedClicks(client, customerId, events.flatMap(namedClicks));
      return at(
        next === null ? { of: 'devices' } : { of: 'events', after: next },
        addRows(erased, { clicks }),
      );
    }
    case 'devices': {
      const device = await findDeviceOfUsers(client, customerId, ownUsers(ids));
      if (device === undefined) return at(null);
      const { erased, isLate } = await eraseKnownDevice(client, device);
      return at(isLate ? { of: 'events', after: FIRST_EVENT } : place, erased);
    }
  }
}
