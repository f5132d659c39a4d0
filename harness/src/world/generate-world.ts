import type { Action } from './action.ts';
import { JOURNEY_KINDS, type JourneyKind } from './journey-kinds.ts';
import { planWorld, type WorldPlan } from './plan-world.ts';
import { randomFor } from './random.ts';
import { TimeQueue } from './time-queue.ts';
import { WORLD } from './world-parameters.ts';

export interface World {
  readonly seed: number;
  readonly plan: WorldPlan;
  /** Everything that happens, in chronological order, with the truth about each install; generated lazily. */
  actions(): Generator<Action>;
}

const HOUR = 3_600_000;

/**
 * Opens the world of a seed with about that many installs. The same seed and number give exactly the same actions; only
 * the journeys in progress are held in memory.
 */
export function generateWorld(seed: number, installs: number): World {
  const plan = planWorld(seed);
  return { seed, plan, actions: () => actionsOf(seed, plan, installs) };
}

function* actionsOf(seed: number, plan: WorldPlan, installs: number): Generator<Action> {
  const queue = new TimeQueue<Action>();
  const shares = hourShares();
  for (const [hour, share] of shares.entries()) {
    const begins = WORLD.startsAt + hour * HOUR;
    for (const action of queue.before(begins)) yield action;
    for (const kind of JOURNEY_KINDS) {
      const total = kind.perInstall * installs;
      const first = Math.round(total * share.before);
      const beyond = Math.round(total * share.after);
      for (let number = first; number < beyond; number++) {
        for (const action of travel(seed, plan, kind, number, begins)) queue.push(action);
      }
    }
  }
  yield* queue.before(Number.POSITIVE_INFINITY);
}

function travel(seed: number, plan: WorldPlan, kind: JourneyKind, number: number, hour: number): Action[] {
  const name = `${kind.name}-${number}`;
  const random = randomFor(seed, 'journey', name);
  const startAt = hour + random.integer(0, HOUR - 1);
  const app = random.pick(plan.apps.filter(kind.happensIn ?? (() => true)));
  return kind.journey({ seed, name, random, startAt, app });
}

/** For each hour of the world, the share of everything that began before it, and by its end. */
function hourShares(): { before: number; after: number }[] {
  const weights = Array.from({ length: WORLD.days * 24 }, (_, hour) => WORLD.hourly[hour % 24] ?? 0);
  const total = weights.reduce<number>((sum, weight) => sum + weight, 0);
  let sum = 0;
  return weights.map((weight) => {
    const before = sum / total;
    sum += weight;
    return { before, after: sum / total };
  });
}
