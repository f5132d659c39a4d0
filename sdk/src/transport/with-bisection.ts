import { type QueuedEvent, type SendEvents, setFate, withFate } from './send-events.ts';

/** After so many refusals without an answer, it is not single events that are refused, but all of them. */
const MAX_REFUSALS = 12;

/**
 * Finds the event for which a request was refused as a whole: sends halves until it is alone. An event that is refused
 * alone is dead if other events were answered meanwhile; otherwise whatever refuses requests may refuse any, and all
 * events wait for a later session.
 */
export function withBisection(send: SendEvents, mayContinue: () => Promise<boolean>): SendEvents {
  return async (events) => {
    let outcome = await send(events);
    if (outcome.verdict !== 'divisible' || events.length === 1) return outcome;
    const alone: QueuedEvent[] = [];
    const open = halves(events);
    let refusals = 1;
    let answered = false;
    while (open.length > 0 && (answered || refusals < MAX_REFUSALS)) {
      if (!(await mayContinue())) {
        outcome = { ...outcome, verdict: 'transient' };
        break;
      }
      // Until one is answered, large and small parts by turns: a part that is answered shows that not all are refused.
      const part = (!answered && refusals % 2 === 0 ? open.shift() : open.pop()) ?? [];
      outcome = await send(part);
      if (outcome.verdict === 'divisible') {
        refusals++;
        if (part.length === 1) alone.push(...part);
        else open.push(...halves(part));
        continue;
      }
      if (outcome.verdict !== 'answered') break;
      answered = true;
      if (withFate(part, 'stop', 'clock').length > 0) break;
    }
    if (outcome.verdict !== 'divisible') setFate(open.flat(), 'retry');
    if (!answered) return outcome;
    setFate(alone, 'dead');
    return outcome.verdict === 'divisible' ? { verdict: 'answered' } : outcome;
  };
}

/** The second half first, so that the events are sent in their order from the end of the list. */
function halves(events: readonly QueuedEvent[]): (readonly QueuedEvent[])[] {
  const middle = Math.ceil(events.length / 2);
  return [events.slice(middle), events.slice(0, middle)];
}
