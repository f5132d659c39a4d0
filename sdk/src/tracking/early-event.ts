import { asObject, parseObject } from '../parse-object.ts';
import type { CapturedEvent } from './compose-facts.ts';

/** An event as it was captured, with what the app had set by then; the rest is added when it is stored. */
export interface EarlyEvent {
  captured: CapturedEvent;
  userId(): string | undefined;
  integrityToken: string | undefined;
  /** The epoch of the captured monotonic time. */
  epoch: string;
  isOptedOut(): boolean;
}

export function encodeEarly(early: Omit<EarlyEvent, 'isOptedOut'>): string {
  return JSON.stringify({ ...early, userId: early.userId() });
}

/** undefined if the text is not such an event. */
export function decodeEarly(text: string): Omit<EarlyEvent, 'isOptedOut'> | undefined {
  const { captured, userId, integrityToken, epoch } = parseObject(text) ?? {};
  const { eventId, timestamp, properties } = asObject(captured) ?? {};
  if (typeof eventId !== 'string' || typeof timestamp !== 'number' || !asObject(properties)) return undefined;
  // Whether the rest is valid is seen when the event is composed.
  return {
    captured: captured as CapturedEvent,
    userId: () => userId as string | undefined,
    integrityToken: integrityToken as string | undefined,
    epoch: String(epoch),
  };
}
