import type { Logger } from '../logger.ts';
import { type SendEvents, setFate, withFate } from './send-events.ts';
import type { ServerClock } from './server-clock.ts';

/**
 * Adopts the service's time when it has rejected events because of the device's clock, and sends those once more,
 * signed again. If they are rejected again, the clock was not the cause and they wait for a later session.
 */
export function withClockCorrection(send: SendEvents, serverClock: ServerClock, log: Logger): SendEvents {
  return async (events) => {
    const first = await send(events);
    const refused = withFate(events, 'clock');
    if (refused.length === 0 || first.serverTimestamp === undefined) return first;
    const seconds = Math.round(serverClock.correct(first.serverTimestamp) / 1000);
    log.error(`the device's clock is ${-seconds} s ahead of the service's, which is used instead`);
    const second = await send(refused);
    setFate(withFate(refused, 'clock'), 'stop');
    return second;
  };
}
