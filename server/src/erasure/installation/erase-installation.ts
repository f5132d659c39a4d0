import type { ClientBase } from 'pg';
import { LOOKS_AGAIN } from '../../data-plane/erasure-under-way.ts';
import { deviceKeyOf } from '../../devices/device-key.ts';
import type { Erasure, Portion } from '../erasure.ts';
import { eraseSentEvents } from './erase-sent-events.ts';
import { type ErasedEvent, eraseSentFacts } from './erase-sent-facts.ts';
import type { Installation } from './installation.ts';
import { leaveDevice } from './leave-device.ts';

/**
 * A chunk of its events, then what came of them, until there are none; then the installation leaves its device. In
 * transactions of their own, since what attributes an event waits for the app and is waited for with its row of the
 * queue.
 */
interface Position {
  readonly step?: 'events' | 'facts' | 'device';
  /** Those erased last, of which attribution has made something. */
  readonly events?: readonly ErasedEvent[];
  /** Whether everything was erased once. */
  readonly again?: boolean;
}

/** Until then an instance may store what it had taken before it could know. */
export const STRAY_MS = 120_000;

/** Continues to erase what an installation itself has sent, in its app. Nothing of it is stored any more. */
export async function eraseInstallation(client: ClientBase, erasure: Erasure): Promise<Portion> {
  const installation = installationOf(erasure);
  const { step = 'events', events = [], again = false } = erasure.position as Position;
  const at = (position: Position, erased: Portion['erased']): Portion => ({
    erased,
    position: { ...position, again },
    dueAt: erasure.requested_at.getTime(),
  });
  switch (step) {
    case 'events': {
      const sent = await eraseSentEvents(client, installation);
      if (sent.events.length === 0) return at({ step: 'device' }, {});
      const made = sent.events.map(({ event_id, click_id }) => ({ event_id, click_id }));
      return at({ step: 'facts', events: made }, sent.erased);
    }
    case 'facts':
      return at({ step: 'events' }, await eraseSentFacts(client, installation, events));
    case 'device': {
      const erased = await leaveDevice(client, installation, erasure.requested_at.getTime());
      const dueAt = again ? null : erasure.requested_at.getTime() + STRAY_MS;
      return { erased, position: LOOKS_AGAIN, dueAt };
    }
  }
}

function installationOf({ customer_id, app_id, ids }: Erasure): Installation {
  const installationId = ids?.installation_id?.[0];
  if (app_id === null || installationId === undefined) throw new Error('an installation without its ids');
  const deviceKey = deviceKeyOf('installation_id', installationId);
  return { customerId: customer_id, appId: app_id, installationId, deviceKey };
}
