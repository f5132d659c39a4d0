import type { LeaveSender, LeaveSenderParts } from '../delivery/send-on-leave.ts';
import type { EventFacts } from '../events/pending-event.ts';
import type { ClientStorage, StorageParts } from '../storage/open-storage.ts';
import type { Engine } from './create-engine.ts';

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

/** What a feature's methods may use of their client, before `init` and after it. */
interface FeatureHost {
  /** Undefined before `init` and after `close`. */
  engine(): Engine | undefined;
  /** Acts at once, or once `init` is called. `isChoice`: it is the user's, which is never forgotten. */
  onceStarted(act: (engine: Engine) => unknown, isChoice?: boolean): Promise<void>;
}

/** What is added to the core of a client: methods for the app, and what is done while the client runs. */
export type CreateFeature<Methods = NoMethods> = (host: FeatureHost) => Feature<Methods>;

type NoMethods = Record<never, never>;

export interface Feature<Methods = NoMethods> {
  methods?: Methods;
  /** Called by `init`. */
  start(engine: Engine): Hooks;
}

/** What an entry adds to the core of a client, so that no app has to load what it does not use. */
export interface Additions<Methods = NoMethods> {
  /** Opens what the platform stores. */
  openStorage(parts: StorageParts): ClientStorage;
  /** For pages, which are left at any moment. */
  createLeaveSender?: (parts: LeaveSenderParts) => LeaveSender;
  features: readonly CreateFeature<Partial<Methods>>[];
}
