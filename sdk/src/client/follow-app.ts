import type { ClientConfig } from '../config/client-config.ts';
import { createIntervalTrigger } from '../flush/interval-trigger.ts';
import type { Platform } from '../platform/platform.ts';
import type { Tracker } from '../tracking/create-tracker.ts';
import { createUsage, type UsageParts } from '../usage/track-usage.ts';
import type { Identity } from './identity.ts';

export interface FollowedApp {
  /** Tracks an event that the app has asked for; see `Tracker`. */
  track: Tracker['track'];
  /** Stores the user's choice; what was not tracked for lack of consent is tracked then. */
  setTracking(isAllowed: boolean): Promise<void>;
  /** Resolves when everything tracked so far is in the queue. */
  settled(): Promise<void>;
  /** Starts the interval between flushes again. */
  restartInterval(): void;
  stop(): void;
}

export interface FollowAppParts extends UsageParts {
  platform: Platform;
  config: ClientConfig;
  identity: Identity;
  flushIntervalMs(): number;
  /** Sends what it can before it returns. */
  leave(): void;
  logFailure(what: string): (error: unknown) => void;
}

/** Does what the life of the app calls for: flushes, and events of its install, sessions and pages. */
export function followApp(parts: FollowAppParts): FollowedApp {
  const { platform, config, identity, tracker, flushIntervalMs, flush, leave, logFailure } = parts;
  const usage = createUsage(parts);
  let resumed: Promise<unknown>;
  const resume = () => {
    resumed = usage.resume().catch(logFailure('tracking the usage'));
  };
  const interval = createIntervalTrigger(platform, flushIntervalMs, () => {
    usage.note();
    flush();
  });
  const { lifecycle } = platform;
  const stops = [
    // First, so that the flush does not send the same events.
    lifecycle.onLeave?.(leave),
    lifecycle.onBackground(() => {
      usage.pause();
      flush();
    }),
    lifecycle.onForeground?.(() => {
      interval.catchUp();
      resume();
    }),
    lifecycle.onOnline?.(flush),
    config.pageViews && platform.onPageView?.((page) => void tracker.track('page_view', page)),
  ];
  interval.restart();
  resume();

  return {
    track(name, properties) {
      usage.noteOwn(name);
      return tracker.track(name, properties);
    },
    setTracking(isAllowed) {
      usage.pause();
      const stored = identity.setOptedOut(!isAllowed);
      if (isAllowed) resume();
      return stored;
    },
    settled: () => resumed.then(tracker.settled),
    restartInterval: interval.restart,
    stop() {
      usage.pause();
      interval.stop();
      for (const stop of stops) if (stop) stop();
    },
  };
}
