import type { SeededApp } from '../../backend/seed-apps.ts';
import type { SpawnedBackend } from '../../backend/spawned-backend.ts';
import { LoadGenerator } from '../ingest/load-generator.ts';
import type { LoadResult } from '../ingest/load-messages.ts';

/** Events that arrive at a constant rate while something else is measured. */
export interface SteadyLoad {
  start(): void;
  /** @throws Error if events were not accepted, or the load ended before it was stopped. */
  stop(): Promise<LoadResult>;
}

/**
 * Prepares all requests in advance, because generating them takes CPU time that a real service would not lose to its
 * clients.
 *
 * @param requests enough for as long as the load is to last
 */
export async function prepareSteadyLoad(
  { origin }: Pick<SpawnedBackend, 'origin'>,
  shape: { apps: readonly SeededApp[]; batch: number; connections: number },
  { perSecond, requests }: { perSecond: number; requests: number },
): Promise<SteadyLoad> {
  const load = new LoadGenerator();
  await load.prepare({ apps: shape.apps, batch: shape.batch, requests, withIds: true });
  let result: Promise<LoadResult> | undefined;
  return {
    start() {
      const target = { port: Number(new URL(origin).port), connections: shape.connections, warmUp: 0 };
      result = load.run({ ...target, perSecond }, () => {});
    },
    async stop() {
      load.stop();
      const sent = await result;
      load.close();
      if (sent === undefined || sent.accepted !== sent.events) throw new Error('events were not accepted');
      if (sent.requests === requests) throw new Error('the load ended before the measurement did');
      return sent;
    },
  };
}
