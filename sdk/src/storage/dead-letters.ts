import { nameOf } from '../events/name-event.ts';
import type { EventFacts, PendingEvent } from '../events/pending-event.ts';
import { isText } from '../parsing/is-text.ts';
import { asObject } from '../parsing/parse-object.ts';
import { toJson } from '../parsing/to-json.ts';
import type { KeyValueStore } from '../platform/platform.ts';
import { createSerialRunner } from '../scheduling/run-serially.ts';

const MAX_KEPT = 50;
const MAX_EVENT_LENGTH = 16 * 1024;

/** An event that the service can never accept. */
export interface DeadLetter {
  event_id: string;
  /** The one that the app has tracked it by; missing from letters of earlier versions of the SDK. */
  name?: string;
  /** The service's message. */
  reason: string;
  /** When it was refused, Unix ms on the device's clock. */
  at: number;
  /** The event as it was tracked; left out if it is longer than 16 KB, and then it cannot be sent again. */
  event?: EventFacts;
}

/** The last 50 events that can never be accepted, oldest first. */
export interface DeadLetters {
  add(event: PendingEvent, reason: string): Promise<void>;
  list(): Promise<DeadLetter[]>;
  /** Hands every event that is kept to `queue`, and then removes it; returns how many. */
  requeue(queue: (event: PendingEvent) => Promise<unknown>): Promise<number>;
}

/** They are one small value. */
export function createDeadLetters(values: KeyValueStore, key: string, now: () => number): DeadLetters {
  const serially = createSerialRunner();
  const read = async () => parseLetters(await values.get(key));
  const write = (letters: DeadLetter[]) => values.set(key, toJson(letters));
  return {
    add: (event, reason) =>
      serially(async () => {
        const { facts } = event;
        const short = toJson(facts).length <= MAX_EVENT_LENGTH;
        const letter = {
          event_id: facts.event_id,
          name: nameOf(facts),
          reason,
          at: now(),
          ...(short && { event: facts }),
        };
        await write([...(await read()), letter].slice(-MAX_KEPT));
      }),
    list: () => serially(read),
    requeue: (queue) =>
      serially(async () => {
        const letters = await read();
        const whole = letters.flatMap(({ event }) => event ?? []);
        // Its clock reading is not kept, so its age will be told by its timestamp.
        for (const facts of whole) await queue({ facts, monotonic: 0, epoch: '' });
        if (whole.length > 0) await write(letters.filter(({ event }) => !event));
        return whole.length;
      }),
  };
}

function parseLetters(text = '[]'): DeadLetter[] {
  try {
    return (JSON.parse(text) as DeadLetter[]).filter(isLetter);
  } catch {
    return [];
  }
}

function isLetter(value: unknown): boolean {
  const { event_id, reason, event } = asObject(value) ?? {};
  return isText(event_id) && isText(reason) && (!event || asObject(event)?.event_id === event_id);
}
