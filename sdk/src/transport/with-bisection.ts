import type { EventFate, QueuedEvent, SendEvents, SendOutcome } from './send-events.ts';

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
    const settled: EventFate[] = [];
    const alone: EventFate[] = [];
    const open = halves(events);
    let answered = false;
    for (let refusals = 1; answered || refusals < MAX_REFUSALS; ) {
      // Until one is answered, large and small parts by turns: a part that is answered shows that not all are refused.
      const part = !answered && refusals % 2 === 0 ? open.shift() : open.pop();
      if (!part) break;
      if (!(await mayContinue())) return leave(part, 'retry');
      outcome = await send(part);
      if (outcome.verdict === 'divisible') {
        refusals++;
        if (part.length === 1) alone.push(...outcome.fates);
        else open.push(...halves(part));
        continue;
      }
      settled.push(...outcome.fates);
      answered ||= outcome.verdict === 'answered';
      const stops = outcome.fates.some(({ fate }) => fate === 'stop');
      if (outcome.verdict !== 'answered' || stops) return leave([], 'retry');
    }
    return leave([], 'later');

    function leave(part: readonly QueuedEvent[], rest: 'retry' | 'later'): SendOutcome {
      const left = [part, ...open].flat();
      const fates = [
        ...settled,
        ...alone.map((fated) => ({ ...fated, fate: answered ? ('dead' as const) : ('later' as const) })),
        ...left.map((queued) => ({ queued, fate: rest, reason: 'a request with it was refused' })),
      ];
      const isThrough = answered && outcome.verdict === 'divisible' && left.length === 0;
      return { ...outcome, ...(isThrough && { verdict: 'answered' }), fates };
    }
  };
}

/** The second half first, so that the events are sent in their order from the end of the list. */
function halves(events: readonly QueuedEvent[]): (readonly QueuedEvent[])[] {
  const middle = Math.ceil(events.length / 2);
  return [events.slice(middle), events.slice(0, middle)];
}
