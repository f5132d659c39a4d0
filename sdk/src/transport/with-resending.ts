import { latest, type QueuedEvent, type SendEvents, type SentEvent } from './send-events.ts';

/** Sends events once more for whose rejection there is a remedy: as the event that `remedy` returns. */
export function withResending(
  send: SendEvents,
  remedy: (sent: SentEvent) => QueuedEvent | undefined,
): SendEvents {
  return async (events) => {
    const outcome = await send(events);
    const again = outcome.fates.flatMap((sent) => remedy(sent) ?? []);
    const second = again.length > 0 ? await send(again) : outcome;
    return { ...second, fates: latest([...outcome.fates, ...second.fates]) };
  };
}
