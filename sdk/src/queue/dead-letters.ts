import { parseObject } from '../parse-object.ts';
import type { KeyValueStore } from '../platform/platform.ts';
import type { EventFacts, PendingEvent } from '../tracking/pending-event.ts';
import { createRunInTurn } from './run-in-turn.ts';

const MOST_KEPT = 50;
const LONGEST_EVENT = 16 * 1024;

/** An event that the service can never take, for whoever looks for the cause. */
interface DeadLetter {
  event_id: string;
  reason: string;
  /** Unix ms by the device's clock. */
  at: number;
  /** Left out where it is very long. */
  event?: EventFacts;
}

export interface DeadLetters {
  add(event: PendingEvent, reason: string): Promise<void>;
}

/** One small record of the last 50, oldest first. */
export function createDeadLetters(values: KeyValueStore, key: string, now: () => number): DeadLetters {
  const inTurn = createRunInTurn();
  return {
    add: (event, reason) =>
      inTurn(async () => {
        const kept = parseLetters(await values.get(key));
        const short = JSON.stringify(event.facts).length <= LONGEST_EVENT;
        const { event_id } = event.facts;
        kept.push({ event_id, reason, at: now(), ...(short ? { event: event.facts } : {}) });
        await values.set(key, JSON.stringify(kept.slice(-MOST_KEPT)));
      }),
  };
}

function parseLetters(text: string | undefined): DeadLetter[] {
  const { letters } = parseObject(`{"letters":${text ?? '[]'}}`) ?? {};
  return Array.isArray(letters) ? letters : [];
}
