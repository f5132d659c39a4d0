import { parseObject } from '../parse-object.ts';
import type { KeyValueStore } from '../platform/platform.ts';
import type { EventFacts, PendingEvent } from '../tracking/pending-event.ts';
import { createSerialRunner } from './run-serially.ts';

const MAX_KEPT = 50;
const MAX_EVENT_LENGTH = 16 * 1024;

/** An event that the service can never accept, kept for debugging. */
interface DeadLetter {
  event_id: string;
  reason: string;
  /** Unix ms on the device's clock. */
  at: number;
  /** Left out if it is very long. */
  event?: EventFacts;
}

export interface DeadLetters {
  add(event: PendingEvent, reason: string): Promise<void>;
}

/** Keeps the last 50 in one small value, oldest first. */
export function createDeadLetters(values: KeyValueStore, key: string, now: () => number): DeadLetters {
  const serially = createSerialRunner();
  return {
    add: (event, reason) =>
      serially(async () => {
        const kept = parseLetters(await values.get(key));
        const short = JSON.stringify(event.facts).length <= MAX_EVENT_LENGTH;
        const { event_id } = event.facts;
        kept.push({ event_id, reason, at: now(), ...(short ? { event: event.facts } : {}) });
        await values.set(key, JSON.stringify(kept.slice(-MAX_KEPT)));
      }),
  };
}

function parseLetters(text: string | undefined): DeadLetter[] {
  const { letters } = parseObject(`{"letters":${text ?? '[]'}}`) ?? {};
  return Array.isArray(letters) ? letters : [];
}
