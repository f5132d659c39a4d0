import { randomFor } from '@tributary/server/testing/random';
import type { Action } from './action.ts';
import { type JourneyKind, journeyKinds } from './journey-kinds.ts';
import { planWorld, type WorldPlan } from './plan-world.ts';
import { TimeQueue } from './time-queue.ts';
import { WORLD, type WorldParameters } from './world-parameters.ts';

export interface World {
  readonly seed: number;
  readonly plan: WorldPlan;
  /** Everything that happens, in chronological order, with the truth about each install; generated lazily. */
  actions(): Generator<Action>;
}

/** When the actions of a world happen. */
export interface Season {
  /** Unix ms. */
  readonly startsAt: number;
  readonly days: number;
  /** How busy a day is compared to the others, counted from 0; by default all are alike. */
  readonly weightOf?: (day: number) => number;
}

const HOUR = 3_600_000;

/**
 * Opens the world of a seed with about that many installs. The same seed and number give exactly the same actions; only
 * the journeys in progress are held in memory.
 */
export function generateWorld(seed: number, installs: number, world: WorldParameters = WORLD): World {
  const plan = planWorld(seed, world);
  return { seed, plan, actions: () => generateActions(seed, plan, installs, world, world) };
}

/** The actions of a world with that plan, in chronological order; some happen after the end of the season. */
export function* generateActions(
  seed: number,
  plan: WorldPlan,
  installs: number,
  season: Season,
  world: WorldParameters = WORLD,
): Generator<Action> {
  const queue = new TimeQueue<Action>();
  const kinds = journeyKinds(world).filter(({ happensIn }) => plan.apps.some(happensIn ?? (() => true)));
  for (const [hour, share] of hourShares(season, world.hourly).entries()) {
    const begins = season.startsAt + hour * HOUR;
    for (const action of queue.before(begins)) yield action;
    for (const kind of kinds) {
      const total = kind.perInstall * installs;
      const first = Math.round(total * share.before);
      const beyond = Math.round(total * share.after);
      for (let number = first; number < beyond; number++) {
        for (const action of travel({ seed, plan, world }, kind, number, begins)) queue.push(action);
      }
    }
  }
  yield* queue.before(Number.POSITIVE_INFINITY);
}

interface Setting {
  readonly seed: number;
  readonly plan: WorldPlan;
  readonly world: WorldParameters;
}

function travel({ seed, plan, world }: Setting, kind: JourneyKind, number: number, hour: number): Action[] {
  const name = `${kind.name}-${number}`;
  const random = randomFor(seed, 'journey', name);
  const startAt = hour + random.integer(0, HOUR - 1);
  const app = random.pick(plan.apps.filter(kind.happensIn ?? (() => true)));
  return kind.journey({ seed, name, random, startAt, app, world });
}

/** For each hour of the season, the share of everything that began before it, and by its end. */
function hourShares(
  { startsAt, days, weightOf = () => 1 }: Season,
  hourly: readonly number[],
): { before: number; after: number }[] {
  const weights = Array.from({ length: days * 24 }, (_, hour) => {
    const hourOfDay = new Date(startsAt + hour * HOUR).getUTCHours();
    return (hourly[hourOfDay] ?? 0) * weightOf(Math.floor(hour / 24));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return weights.map((weight) => {
    const before = sum / total;
    sum += weight;
    return { before, after: sum / total };
  });
}
