import { createIntervalTrigger } from '../delivery/interval-trigger.ts';
import type { RemoteSettings } from '../keys/remote-settings.ts';
import type { Platform } from '../platform/platform.ts';
import type { TellFeatures } from './additions.ts';

export interface FollowedApp {
  /** The app is used, or may be tracked, again. */
  resume(): void;
  pause(): void;
  /** Resolves when the features have done what the last `resume` called for. */
  settled(): Promise<unknown>;
  /** Starts the interval between flushes again. */
  restartInterval(): void;
  stop(): void;
}

export interface FollowAppParts {
  platform: Platform;
  tell: TellFeatures;
  remote: Pick<RemoteSettings, 'settings'>;
  /** Sends what may be sent. */
  send(): void;
  /** Sends what it can before it returns. */
  leave(): void;
  logFailure(what: string): (error: unknown) => void;
}

/** Does what the life of the app calls for, from its start: sends events, and tells the features. */
export function followApp({ platform, tell, remote, send, leave, logFailure }: FollowAppParts): FollowedApp {
  const { lifecycle } = platform;
  let resumed: Promise<unknown>;
  const resume = () => {
    resumed = tell((on) => on.used?.()).catch(logFailure('a feature'));
  };
  const pause = () => void tell((on) => on.unused?.());
  const interval = createIntervalTrigger(
    platform,
    () => remote.settings().flushIntervalMs,
    () => {
      void tell((on) => on.ticked?.());
      send();
    },
  );
  const stops = [
    // First, so that the flush does not send the same events.
    lifecycle.onLeave?.(leave),
    lifecycle.onBackground(() => {
      pause();
      send();
    }),
    lifecycle.onForeground?.(() => {
      interval.catchUp();
      resume();
    }),
    lifecycle.onOnline?.(send),
    interval.stop,
  ];
  interval.restart();
  resume();

  return {
    resume,
    pause,
    settled: () => resumed,
    restartInterval: interval.restart,
    stop() {
      pause();
      void tell((on) => on.stop?.());
      for (const stop of stops) stop?.();
    },
  };
}
