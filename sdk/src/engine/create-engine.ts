import { createCountTrigger } from '../delivery/count-trigger.ts';
import { createDelivery } from '../delivery/create-delivery.ts';
import { createTracker } from '../tracking/create-tracker.ts';
import type { Additions, Feature } from './additions.ts';
import { createActions } from './create-actions.ts';
import type { Engine } from './engine.ts';
import { followApp } from './follow-app.ts';
import type { Hooks, Tell } from './hooks.ts';
import { type EngineParts, openBase } from './open-base.ts';

/**
 * Builds and starts a client's parts, each from those before it. What a part has to tell those after it, they hear as
 * listeners.
 */
export function createEngine(
  parts: EngineParts,
  { openStorage, createLeaveSender }: Omit<Additions, 'features'>,
  features: readonly Feature[],
): Engine {
  const listeners: Hooks[] = [];
  const tell: Tell = (act) => Promise.all(listeners.map(act));
  const base = openBase(parts, openStorage, tell);
  const delivery = createDelivery({ ...base, createLeaveSender });
  const tracker = createTracker({
    ...base,
    onComposed: (event) => delivery.leaving?.remember(event),
    onStored: (facts) => tell((on) => on.stored?.(facts)),
  });
  const engine = createActions({ ...base, delivery, tracker }, tell);
  const { send } = engine;

  listeners.push(
    {
      stored: createCountTrigger(() => base.remote.settings().batchSize, send, parts.platform.isShortLived),
      keyed(changed) {
        if (!changed) return;
        // What was refused with the key before may be accepted with this one.
        delivery.session.renew();
        void send();
      },
    },
    ...features.map(({ start }) => start(engine)),
  );
  // Last, since it tells the others at once that the app is used.
  listeners.push(followApp(engine, tell));
  void engine.start();
  return engine;
}
