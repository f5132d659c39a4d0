import type { Random } from '@tributary/server/testing/random';
import type { Action } from '../action.ts';
import type { AppPlan } from '../plan-world.ts';
import type { WorldParameters } from '../world-parameters.ts';

/** The starting point of a journey. */
export interface JourneyContext {
  readonly seed: number;
  /** Unique in the world; people, clicks and households are named after it. */
  readonly name: string;
  readonly random: Random;
  /** Unix ms; nothing in the journey happens earlier. */
  readonly startAt: number;
  readonly app: AppPlan;
  readonly world: WorldParameters;
}

/** One story, from its first click to its last delivery, with its actions in any order. */
export type Journey = (context: JourneyContext) => Action[];
