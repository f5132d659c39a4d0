import { z } from 'zod';
import type { PostbackEventType } from '../ad-network.ts';

const REQUIRED = 'is required';

/** A setting that is text, short and without anything that would have to be escaped in a path. */
const settingText = z.string({
  error: ({ input }) => (input === undefined ? REQUIRED : 'must be a string'),
});

/** An id that a network has given: letters, digits, `_`, `-` and `.`. */
export const networkId = settingText.regex(
  /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}$/,
  'must be 1 to 100 letters, digits, _, - or .',
);

/** An id that is a number, as text since it may be longer than a number is exact. */
export const numericId = settingText.regex(/^\d{1,20}$/, 'must be 1 to 20 digits, as a string');

/** A version of a network's interface, such as `v21.0` or `v5`. */
export const apiVersion = settingText.regex(/^v\d{1,3}(\.\d{1,3})?$/, 'must be a version such as v21.0');

const eventNameText = settingText.regex(
  /^[A-Za-z0-9_][A-Za-z0-9_ .-]{0,99}$/,
  'must be 1 to 100 letters, digits, spaces, _, - or .',
);

/** The network's name of the event; of both where a config takes installs and purchases. */
export const eventName = z.union(
  [eventNameText, z.strictObject({ install: eventNameText, purchase: eventNameText })],
  {
    error: ({ input }) =>
      input === undefined ? REQUIRED : 'must be a name, or an object of the names of install and purchase',
  },
);

export type EventName = z.output<typeof eventName>;

/** The network's name of an event: one for all types, or one each. */
export function nameOf(name: EventName, eventType: PostbackEventType): string {
  return typeof name === 'string' ? name : name[eventType];
}

/** A code that the network's own tool for test events gives. */
export const testEventCode = networkId.optional();
