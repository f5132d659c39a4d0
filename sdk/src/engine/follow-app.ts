import { createIntervalTrigger } from '../delivery/interval-trigger.ts';
import type { Engine } from './engine.ts';
import type { Hooks, Tell } from './hooks.ts';

/** How often it is tried to read what the user has chosen. */
const UNREAD_MS = 2000;

/** Does what the life of the app calls for, from its start until the client is closed: sends events, and tells of it. */
export function followApp(
  { platform, remote, opened, identity, resume, pause, send, delivery }: Engine,
  tell: Tell,
): Hooks {
  const { lifecycle } = platform;
  const { leaving } = delivery;
  const interval = createIntervalTrigger(
    platform,
    // Each send reads what could not be read before, for which nothing else may call for long.
    () => (identity.isLoaded() ? remote.settings().flushIntervalMs : UNREAD_MS),
    () => {
      void tell((on) => on.ticked?.());
      void send();
    },
  );
  const stops = [
    // First, so that the flush does not send the same events.
    leaving && lifecycle.onLeave?.(leaving.leave),
    lifecycle.onBackground(() => {
      pause();
      void send();
    }),
    lifecycle.onForeground?.(() => {
      interval.catchUp();
      resume();
    }),
    lifecycle.onOnline?.(send),
    interval.stop,
  ];
  void opened.then(interval.restart);
  resume();

  return {
    keyed: interval.restart,
    stop() {
      for (const stop of stops) stop?.();
    },
  };
}
