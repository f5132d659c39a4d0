import type { ClientBase } from 'pg';
import { forgetImportsOfDevice } from '../../../imports/forget-imports-of-device.ts';
import type { WaitingRow } from '../../../imports/take-waiting-rows.ts';
import {
  addRows,
  type DeviceIds,
  deviceIds,
  type Erasure,
  type Portion,
  type UserOfApp,
} from '../erasure.ts';
import { type EventPlace, eraseEvents, FIRST_EVENT, namedClicks } from './erase-events.ts';
import { eraseKnownDays } from './erase-known-days.ts';
import { eraseKnownDevice, findKnownDevice } from './erase-known-device.ts';
import {
  countIds,
  idsOfNextPass,
  listIds,
  withIdsOfEvents,
  withIdsOfRows,
  withKnownIds,
  withLeft,
  withUsers,
} from './find-device-ids.ts';
import { forgetClicks } from './forget-clicks.ts';
import { forgetMentions } from './forget-mentions.ts';
import { forgetNamedClicks } from './forget-named-clicks.ts';
import { recordDaysAgain } from './record-days-again.ts';
import { eraseUsers, FIRST_USERS, type UsersPlace } from './users/erase-users.ts';
import { forgetImportsOfGiven, forgetImportsOfUsers } from './users/forget-imports-of-users.ts';
import { ownUsers } from './users/own-users.ts';

/**
 * Events come before the device: attributing one of them meanwhile may create a device, which is found afterwards. If that
 * device, an event or a click had an id that was not known before, the events are scanned again, until there is none: each
 * round finds at least one more, and a device has a bounded number of them (find-device-ids.ts). So they are if one came
 * meanwhile whose purchase went with the device: alone, it would look like one that was never counted.
 *
 * What is shared by more devices than a pass has room for takes several passes, each of which ends with the mentions.
 */
type Position =
  | { readonly step?: undefined }
  | { readonly step: 'imports' }
  | { readonly step: 'events'; readonly after: EventPlace; readonly known: number }
  | { readonly step: 'days'; readonly known: number }
  | { readonly step: 'devices'; readonly known: number }
  | { readonly step: 'clicks'; readonly after: string; readonly known: number }
  | { readonly step: 'hearing' }
  | { readonly step: 'users'; readonly place: UsersPlace }
  | { readonly step: 'remaining'; readonly after: EventPlace }
  // Once it is finished: how many users stay, since another device is theirs too.
  | { readonly step: 'mentions'; readonly users_of_others?: number };

const NO_UUID = '00000000-0000-0000-0000-000000000000';

/** Continues to erase a device: everything stored about it in the account, under any of its ids. */
export async function eraseDevice(client: ClientBase, erasure: Erasure): Promise<Portion> {
  const ids = deviceIds(erasure.ids);
  const position = erasure.position as Position;
  const at = (next: Position, rest: Partial<Portion> = {}): Portion => ({
    erased: {},
    position: next,
    dueAt: erasure.requested_at.getTime(),
    ...rest,
  });
  switch (position.step) {
    // What instances took before the erasure was asked for is stored by then, so that it is found.
    case undefined:
      return at({ step: 'imports' }, { mustBeHeard: true });
    case 'imports':
      return eraseImports(client, erasure, ids, at);
    case 'events': {
      const chunk = await eraseEvents(client, erasure.customer_id, position.after, ids);
      const more = await withIdsOfRows(client, erasure.customer_id, ids, chunk.events);
      const all = withLeft(withIdsOfEvents(more, chunk.events), chunk.left);
      const named = chunk.events.flatMap(namedClicks);
      const clicks = await forgetNamedClicks(client, erasure.customer_id, named);
      return at(afterEvents(position, chunk.next, countIds(more) > countIds(ids)), {
        erased: addRows(chunk.erased, { clicks }),
        ids: all,
      });
    }
    case 'days': {
      const known = await withKnownIds(client, erasure.customer_id, ids);
      const erased = await eraseKnownDays(client, erasure.customer_id, known);
      return at({ step: 'devices', known: position.known }, { ids: known, erased });
    }
    case 'devices':
      return eraseNextDevice(client, erasure, ids, position, at);
    case 'clicks': {
      const { clicks, named, next } = await forgetClicks(client, erasure.customer_id, position.after, ids);
      const more = await withIdsOfRows(client, erasure.customer_id, ids, named);
      return at(afterClicks(position, next, more), { ids: more, erased: { clicks } });
    }
    // Who has not heard yet takes what a device sends for counted, and what follows would come too early for that.
    case 'hearing':
      return at({ step: 'users', place: FIRST_USERS }, { mustBeHeard: true });
    case 'users': {
      const { erased, ids: known, next } = await eraseUsers(client, erasure.customer_id, position.place, ids);
      const after: Position =
        next === null ? { step: 'remaining', after: FIRST_EVENT } : { step: 'users', place: next };
      return at(after, { ids: known, erased });
    }
    case 'remaining': {
      const { device_keys = [] } = ids;
      if (device_keys.length === 0) return at({ step: 'mentions' });
      const next = await recordDaysAgain(client, erasure.customer_id, position.after, device_keys);
      return at(next === null ? { step: 'mentions' } : { step: 'remaining', after: next });
    }
    case 'mentions': {
      const { erased } = await forgetImportsOfDevice(client, erasure.customer_id, listIds(ids));
      const rows = await forgetImportsOfUsers(client, erasure.customer_id, ownUsers(ids));
      const mentions = await forgetMentions(client, erasure.customer_id, ids);
      const all = addRows(addRows(erased, rows), mentions);
      const next = idsOfNextPass(ids);
      if (next) return at({ step: 'imports' }, { erased: all, ids: next });
      const users_of_others = new Set(ids.users_of_others?.map(({ user_id }) => user_id)).size;
      const last = { ...position, users_of_others };
      return at(last, { erased: all, dueAt: null });
    }
  }
}

/** First, so that no row is imported behind the steps that follow; again as long as a row tells of another id. */
async function eraseImports(
  client: ClientBase,
  { customer_id }: Erasure,
  ids: DeviceIds,
  at: (next: Position, rest?: Partial<Portion>) => Portion,
): Promise<Portion> {
  const known = await withKnownIds(client, customer_id, ids);
  const given = await forgetImportsOfGiven(client, customer_id, known);
  const told = given.rows.flatMap(({ externalIds }) => externalIds);
  const own = await forgetImportsOfDevice(client, customer_id, [...listIds(known), ...told]);
  const rows = [...given.rows, ...own.rows];
  const more = await withIdsOfRows(
    client,
    customer_id,
    known,
    rows.map(({ ids }) => ids),
  );
  const all = withLeft(
    withUsers(more, rows.flatMap(userOf)),
    given.left.map(({ ids }) => ids),
  );
  const next: Position = countIds(more) > countIds(known) ? { step: 'imports' } : firstRound(more);
  return at(next, { ids: all, erased: addRows(own.erased, given.erased) });
}

function userOf({ appId: app_id, userId: user_id }: WaitingRow): UserOfApp[] {
  return user_id === null ? [] : [{ app_id, user_id }];
}

function firstRound(ids: DeviceIds): Position {
  return { step: 'events', after: FIRST_EVENT, known: countIds(ids) };
}

/** The same events again for a new id: most of a device's are near each other. */
function afterEvents(
  position: Extract<Position, { step: 'events' }>,
  next: EventPlace | null,
  grown: boolean,
): Position {
  if (grown) return position;
  return next === null ? { step: 'days', known: position.known } : { ...position, after: next };
}

function afterClicks(
  { known }: Extract<Position, { step: 'clicks' }>,
  next: string | null,
  ids: DeviceIds,
): Position {
  if (next !== null) return { step: 'clicks', after: next, known };
  return countIds(ids) > known ? firstRound(ids) : { step: 'hearing' };
}

async function eraseNextDevice(
  client: ClientBase,
  { customer_id }: Erasure,
  ids: DeviceIds,
  position: Extract<Position, { step: 'devices' }>,
  at: (next: Position, rest?: Partial<Portion>) => Portion,
): Promise<Portion> {
  const more = await withKnownIds(client, customer_id, ids);
  const device = await findKnownDevice(client, customer_id, more);
  if (device) {
    const { erased, isLate } = await eraseKnownDevice(client, device);
    return at(isLate ? firstRound(more) : position, { ids: more, erased });
  }
  if (countIds(ids) > position.known) return at(firstRound(ids));
  return at({ step: 'clicks', after: NO_UUID, known: position.known });
}
