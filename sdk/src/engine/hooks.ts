import type { EventFacts } from '../events/pending-event.ts';

/** What a part of a client, or a feature, does when it hears what happens. */
export interface Hooks {
  /** The app is used: at the start, when it comes back, and once tracking is allowed. */
  used?(): Promise<void>;
  /** The app is no longer used. */
  unused?(): void;
  /** Some time has passed while the app is used. */
  ticked?(): void;
  /** The app itself tracks an event of that name. */
  called?(name: string): void;
  /** An event is in the queue; it counts as tracked when the promise resolves. */
  stored?(facts: EventFacts): unknown;
  /** Answers of the service may have become available: after the start and each time that events were sent. */
  answered?(): void;
  /** The key is known, and the settings that came with it are in effect; `changed` if it signs otherwise than before. */
  keyed?(changed: boolean): void;
  /** The client is closed. */
  stop?(): void;
}

/** Calls a hook of each listener; resolves when all have done. */
export type Tell = (act: (hooks: Hooks) => unknown) => Promise<unknown>;
