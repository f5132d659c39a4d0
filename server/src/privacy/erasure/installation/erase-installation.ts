import type { ClientBase } from 'pg';
import { deviceKeyOf } from '../../../attribution/devices/device-key.ts';
import { LOOKS_AGAIN } from '../../../platform/store/erasure-under-way.ts';
import { DAY_MS } from '../../../platform/values/day-ms.ts';
import { addRows, type Erasure, type Portion } from '../erasure.ts';
import { eraseSentEvents } from './erase-sent-events.ts';
import { type ErasedEvent, eraseSentFacts } from './erase-sent-facts.ts';
import type { Installation } from './installation.ts';
import { leaveDevice } from './leave-device.ts';
import { stopRemembering } from './stop-remembering.ts';

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

/**
 * How long an installation is remembered of which there was nothing. Whoever has an app's secret can invent any number
 * of them, and what is kept for good would grow without end.
 */
const UNKNOWN_KEPT_MS = 30 * DAY_MS;

/** Continues to erase what an installation itself has sent, in its app. Nothing of it is stored any more. */
export async function eraseInstallation(client: ClientBase, erasure: Erasure): Promise<Portion> {
  if (erasure.ids?.installation_id === undefined) {
    await stopRemembering(client, erasure);
    return { erased: {}, position: LOOKS_AGAIN, dueAt: null, isForgotten: true };
  }
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
      const since = erasure.requested_at.getTime();
      if (!again) return { erased, position: LOOKS_AGAIN, dueAt: since + STRAY_MS };
      if (Object.keys(addRows(erasure.erased, erased)).length > 0)
        return { erased, position: LOOKS_AGAIN, dueAt: null };
      // Its hash is enough to remove what remembers it.
      const ids = { device_keys: [installation.deviceKey] };
      return { erased, position: LOOKS_AGAIN, dueAt: since + UNKNOWN_KEPT_MS, isFinished: true, ids };
    }
  }
}

function installationOf({ customer_id, app_id, ids }: Erasure): Installation {
  const installationId = ids?.installation_id?.[0];
  if (app_id === null || installationId === undefined) throw new Error('an installation without its ids');
  const deviceKey = deviceKeyOf('installation_id', installationId);
  return { customerId: customer_id, appId: app_id, installationId, deviceKey };
}
