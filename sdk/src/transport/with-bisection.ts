import {
  giveFate,
  latest,
  type SendEvents,
  type SendOutcome,
  type SentEvent,
  withFate,
} from './send-events.ts';

/** After so many refusals without an answer, it is not single events that are refused, but all of them. */
const MAX_REFUSALS = 12;

/**
 * Finds the event for which a request was refused as a whole, by bisecting until it is alone. An event that is refused
 * alone is dead if other events were answered meanwhile; otherwise whatever refuses requests may refuse any, and all
 * events wait for a later session.
 */
export function withBisection(send: SendEvents, mayContinue: () => Promise<boolean>): SendEvents {
  return async (events) => {
    const open = [events];
    const alone: SentEvent[] = [];
    const fates: SentEvent[] = [];
    let outcome: SendOutcome;
    let refusals = 0;
    let answered = false;
    const isOpen = () => open.length > 0 && (answered || refusals < MAX_REFUSALS);
    do {
      // Until one is answered, large and small parts alternately: a part that is answered shows that not all are refused.
      const part = (!answered && refusals % 2 === 0 ? open.shift() : open.pop()) ?? [];
      outcome = await send(part);
      fates.push(...outcome.fates);
      if (outcome.verdict === 'divisible') {
        refusals++;
        if (part.length === 1) alone.push(...outcome.fates);
        else open.push(...halves(outcome.fates));
      } else {
        answered ||= outcome.verdict === 'answered';
        if (outcome.verdict !== 'answered' || withFate(outcome.fates, 'stop', 'clock').length > 0) break;
      }
    } while (isOpen() && (await mayContinue()));
    if (answered) fates.push(...giveFate(alone, 'dead'));
    // Interrupted, not given up.
    if (isOpen()) fates.push(...giveFate(open.flat(), 'retry'));
    else if (answered && outcome.verdict === 'divisible')
      return { verdict: 'answered', fates: latest(fates) };
    return { ...outcome, fates: latest(fates) };
  };
}

/** The second half first, so that the events are sent in their order from the end of the list. */
function halves<T>(events: readonly T[]): (readonly T[])[] {
  const middle = Math.ceil(events.length / 2);
  return [events.slice(middle), events.slice(0, middle)];
}
