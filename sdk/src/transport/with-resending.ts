import type { QueuedEvent, SendEvents } from './send-events.ts';

/** Sends events once more for which `hasRemedy` says that the cause of their rejection is remedied. */
export function withResending(send: SendEvents, hasRemedy: (sent: QueuedEvent) => boolean): SendEvents {
  return async (events) => {
    const outcome = await send(events);
    const again = events.filter(hasRemedy);
    return again.length > 0 ? send(again) : outcome;
  };
}
