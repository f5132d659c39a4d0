import { giveFate, latest, type QueuedEvent, type SendEvents, type SentEvent } from './send-events.ts';

/**
 * Sends events once more for whose rejection there is a remedy: as the event that `remedy` returns. If nothing may be sent
 * any more, they wait.
 */
export function withResending(
  send: SendEvents,
  mayContinue: () => Promise<boolean>,
  remedy: (sent: SentEvent) => QueuedEvent | undefined,
): SendEvents {
  return async (events) => {
    const outcome = await send(events);
    const again = outcome.fates.flatMap((sent) => remedy(sent) ?? []);
    if (again.length === 0) return outcome;
    const second = (await mayContinue())
      ? await send(again)
      : { ...outcome, fates: giveFate(again, 'retry') };
    return { ...second, fates: latest([...outcome.fates, ...second.fates]) };
  };
}
