import type { Delivery } from '../delivery/create-delivery.ts';
import type { Tracker } from '../tracking/create-tracker.ts';
import type { Tell } from './hooks.ts';
import type { Base } from './open-base.ts';
import { type ClientStats, readStats } from './read-stats.ts';

export interface ActionParts extends Base {
  delivery: Delivery;
  tracker: Tracker;
}

/** What a running client can be asked to do. */
export interface Actions {
  /** Tracks an event for the app itself. */
  track: Tracker['track'];
  /** Stores the user's choice; what was not tracked for lack of consent is tracked then. */
  setTracking(isAllowed: boolean): Promise<void>;
  /** The app is used, or may be tracked, again. */
  resume(): void;
  pause(): void;
  installationId(): Promise<string>;
  /** Sends what earlier sessions left. Never rejects. */
  start(): Promise<unknown>;
  /** Sends whatever may be sent now; resolves when that is done. Never rejects. */
  send(): Promise<void>;
  /** The same, with all that has been tracked so far. */
  flush(): Promise<void>;
  stats(): Promise<ClientStats>;
  /** Stops timers, pauses and sending, and closes the storage. */
  close(): Promise<void>;
}

/** Adds to the parts what can be asked of them together. */
export function createActions(parts: ActionParts, tell: Tell): ActionParts & Actions {
  const { opened, identity, values, queue, delivery, tracker, logFailure } = parts;
  let resumed: Promise<unknown>;

  const answered = () => tell((on) => on.answered?.());
  const pause = () => void tell((on) => on.unused?.());
  const resume = () => {
    resumed = tell((on) => on.used?.()).catch(logFailure);
  };

  /** Reads what could not be read at first. */
  async function recover(): Promise<void> {
    await opened;
    if (!(await identity.load())) return;
    tracker.release();
    resume();
  }

  async function send(): Promise<void> {
    await recover()
      .then(() => values.retry())
      .then(delivery.flush)
      .catch(logFailure);
    await answered();
  }

  return {
    ...parts,
    track(event, ...given) {
      void tell((on) => on.called?.(event));
      return tracker.track(event, ...given);
    },
    setTracking(isAllowed) {
      pause();
      const stored = identity.setOptedOut(!isAllowed).then(() => values.retry());
      if (isAllowed) resume();
      return stored;
    },
    resume,
    pause,
    installationId: () => recover().then(identity.installationId),
    start: () => delivery.start().then(answered).catch(logFailure),
    send,
    flush: () =>
      recover()
        .then(() => resumed)
        .then(tracker.settled)
        .then(send),
    stats: () => readStats(parts.counts, queue.events, values.error() ?? values.readError(), tracker.held()),
    async close() {
      pause();
      void tell((on) => on.stop?.());
      parts.waiter.stop();
      parts.keys.stop();
      await delivery.close();
      await recover();
      await resumed;
      await tracker.settled();
      await values.retry(true);
      await queue.events.close();
      parts.leave?.();
    },
  };
}
