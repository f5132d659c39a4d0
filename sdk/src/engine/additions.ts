import type { LeaveSender, LeaveSenderParts } from '../delivery/send-on-leave.ts';
import type { ClientStorage, StorageParts } from '../storage/open-storage.ts';
import type { Engine } from './engine.ts';
import type { Hooks } from './hooks.ts';

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
