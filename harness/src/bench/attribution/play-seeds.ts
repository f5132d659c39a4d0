import { migrate } from '@tributary/db/migrate';
import { startTestPostgres } from '@tributary/db/testing/start-test-postgres';
import { startTestService } from '@tributary/server/testing/test-service';
import { generateWorld } from '../../world/generate-world.ts';
import { playWorld } from '../../world/play/play-world.ts';
import type { PrivacyMode } from '../../world/play/set-up-world.ts';
import { createWorldClock } from '../../world/play/world-clock.ts';
import type { WorldParameters } from '../../world/world-parameters.ts';
import type { HintsMode } from './find-traceless.ts';
import { type Outcome, readOutcomes } from './read-outcomes.ts';

/** Instances over one database: each takes a share of the load, and has its own rate limits. */
const INSTANCES = 3;

interface PlayOptions<Progress = string> {
  /** Of every app; `standard` by default. */
  readonly privacyMode?: PrivacyMode | undefined;
  /** `CLIENT_HINTS` of the service; its default otherwise. */
  readonly hints?: HintsMode | undefined;
  readonly onProgress?: (progress: Progress) => void;
}

/** Plays a world with those seeds, one after the other, each through a separate service. */
export async function playSeeds(
  world: WorldParameters,
  seeds: readonly number[],
  installs: number,
  { privacyMode, hints, onProgress = () => {} }: PlayOptions = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const seed of seeds) {
    const played = await playSeed(world, seed, installs, {
      privacyMode,
      hints,
      onProgress: (done) => onProgress(`seed ${seed}: ${done} installs`),
    });
    outcomes.push(...played);
  }
  return outcomes;
}

async function playSeed(
  world: WorldParameters,
  seed: number,
  installs: number,
  { privacyMode, hints, onProgress }: PlayOptions<number>,
): Promise<Outcome[]> {
  const postgres = await startTestPostgres();
  const clock = createWorldClock(world.startsAt);
  try {
    await migrate(postgres.url);
    const env: Record<string, string> = hints === undefined ? {} : { CLIENT_HINTS: hints };
    const start = () => startTestService({ databaseUrl: postgres.url, clock: clock.now, env });
    const first = await start();
    const others = await Promise.all(Array.from({ length: INSTANCES - 1 }, start));
    try {
      const stage = {
        services: [first, ...others] as const,
        clock,
        onProgress: (_at: number, done: number) => onProgress?.(done),
        privacyMode,
      };
      const played = await playWorld(generateWorld(seed, installs, world), stage);
      return await readOutcomes(first.services.backgroundPool, played);
    } finally {
      await Promise.all([first, ...others].map((service) => service.close()));
    }
  } finally {
    await postgres.stop();
  }
}
