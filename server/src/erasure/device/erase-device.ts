import type { ClientBase } from 'pg';
import { forgetImportsOfDevice } from '../../imports/forget-device.ts';
import { addRows, type DeviceIds, type Erasure, type Portion } from '../erasure.ts';
import { type EventPlace, eraseEvents } from './erase-events.ts';
import { eraseKnownDevice, findKnownDevice } from './erase-known-device.ts';
import { countIds, listIds, withIdsOfEvents, withKnownIds } from './find-device-ids.ts';
import { forgetClicks } from './forget-clicks.ts';
import { forgetMentions } from './forget-mentions.ts';

/**
 * Events come before the device: attributing one of them meanwhile may create a device, which is found afterwards. If
 * that device or an event had an id that was not known before, the events are scanned again.
 */
type Position =
  | { readonly step?: undefined }
  | { readonly step: 'events'; readonly after: EventPlace; readonly round: number; readonly known: number }
  | { readonly step: 'devices'; readonly round: number; readonly known: number }
  | { readonly step: 'clicks'; readonly after: string }
  | { readonly step: 'mentions' };

const NO_UUID = '00000000-0000-0000-0000-000000000000';
const FIRST_EVENT: EventPlace = { app_id: NO_UUID, event_id: '' };
/** Events are scanned no more often than this, however many new ids are found. */
const ROUNDS = 3;

/** Continues to erase a device: everything stored about it in the account, under any of its ids. */
export async function eraseDevice(client: ClientBase, erasure: Erasure): Promise<Portion> {
  const ids = erasure.ids ?? { installation_id: [], android_id: [], gaid: [] };
  const position = erasure.position as Position;
  const at = (next: Position, rest: Partial<Portion> = {}): Portion => ({
    erased: {},
    position: next,
    dueAt: erasure.requested_at.getTime(),
    ...rest,
  });
  switch (position.step) {
    case undefined: {
      const known = await withKnownIds(client, erasure.customer_id, ids);
      // First, so that no row is imported behind the steps that follow.
      const erased = await forgetImportsOfDevice(client, erasure.customer_id, listIds(known));
      const first = { step: 'events', after: FIRST_EVENT, round: 1, known: countIds(known) } as const;
      return at(first, { ids: known, erased });
    }
    case 'events': {
      const chunk = await eraseEvents(client, erasure.customer_id, position.after, ids);
      const more = await withIdsOfEvents(client, erasure.customer_id, ids, chunk.ids);
      const next: Position =
        chunk.next === null ? { ...position, step: 'devices' } : { ...position, after: chunk.next };
      return at(next, { erased: chunk.erased, ids: more });
    }
    case 'devices':
      return eraseNextDevice(client, erasure, ids, position, at);
    case 'clicks': {
      const { clicks, next } = await forgetClicks(client, erasure.customer_id, position.after, ids);
      return at(next === null ? { step: 'mentions' } : { step: 'clicks', after: next }, {
        erased: { clicks },
      });
    }
    case 'mentions': {
      const imports = await forgetImportsOfDevice(client, erasure.customer_id, listIds(ids));
      const mentions = await forgetMentions(client, erasure.customer_id, ids);
      return at(position, { erased: addRows(imports, mentions), dueAt: null });
    }
  }
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
  if (device) return at(position, { ids: more, erased: await eraseKnownDevice(client, device) });
  const { round, known } = position;
  if (countIds(ids) === known || round === ROUNDS) return at({ step: 'clicks', after: NO_UUID });
  return at({ step: 'events', after: FIRST_EVENT, round: round + 1, known: countIds(ids) });
}
