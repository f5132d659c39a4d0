import type { FatedEvent, SendEvents } from './send-events.ts';
import type { ServerClock } from './server-clock.ts';

/**
 * Takes the service's time over when it refused events because of the device's clock, and sends those once
 * more, signed anew. Refused again, they wait for a later session: then it is not the clock.
 */
export function withClockCorrection(send: SendEvents, serverClock: ServerClock): SendEvents {
  return async (events) => {
    const first = await send(events);
    const refused = first.fates.filter(({ fate }) => fate === 'clock').map(({ queued }) => queued);
    if (refused.length === 0 || first.serverTimestamp === undefined) return first;
    serverClock.correct(first.serverTimestamp);
    const second = await send(refused);
    const fates: FatedEvent[] = [
      ...first.fates.filter(({ fate }) => fate !== 'clock'),
      ...second.fates.map((fated) => (fated.fate === 'clock' ? { ...fated, fate: 'stop' as const } : fated)),
    ];
    return { ...second, fates };
  };
}
