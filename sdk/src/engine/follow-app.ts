import { createIntervalTrigger } from '../delivery/interval-trigger.ts';
import type { Engine } from './engine.ts';
import type { Hooks, Tell } from './hooks.ts';

/** Does what the life of the app calls for, from its start until the client is closed: sends events, and tells of it. */
export function followApp({ platform, remote, resume, pause, send, delivery }: Engine, tell: Tell): Hooks {
  const { lifecycle } = platform;
  const { leaving } = delivery;
  const interval = createIntervalTrigger(
    platform,
    () => remote.settings().flushIntervalMs,
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
  resume();

  return {
    keyed: interval.restart,
    stop() {
      for (const stop of stops) stop?.();
    },
  };
}
