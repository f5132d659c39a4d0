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
  const { eventId, event_type, timestamp, monotonic, properties } = asObject(captured) ?? {};
  const { members, invalid } = asObject(properties) ?? {};
  const isWhole =
    [eventId, event_type, epoch].every((value) => typeof value === 'string') &&
    [timestamp, monotonic].every((value) => typeof value === 'number') &&
    asObject(members) !== undefined &&
    Array.isArray(invalid);
  if (!isWhole) return undefined;
  const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    captured: captured as CapturedEvent,
    userId: () => asText(userId),
    integrityToken: asText(integrityToken),
    epoch: epoch as string,
  };
}
