import type { SeededApp } from '../../backend/seed-apps.ts';
import type { SpawnedBackend } from '../../backend/spawned-backend.ts';
import { LoadGenerator } from '../ingest/load-generator.ts';
import type { LoadResult } from '../ingest/load-messages.ts';

/** Events that keep coming at one rate, while something else is measured. */
export interface SteadyLoad {
  start(): void;
  /** @throws Error where events were refused, or the load ended before it was stopped. */
  stop(): Promise<LoadResult>;
}

/**
 * Makes all requests ready first: making them takes as much of the machine as sending a good many, and is no part of what goes
 * on at a service.
 *
 * @param requests there must be enough for as long as it is to go on.
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
      if (sent.requests === requests) throw new Error('the load ended before what it was for');
      return sent;
    },
  };
}
