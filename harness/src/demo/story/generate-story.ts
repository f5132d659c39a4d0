import type { Action } from '../../world/action.ts';
import { generateActions } from '../../world/generate-world.ts';
import { TimeQueue } from '../../world/time-queue.ts';
import { type LifeAction, planLife } from './plan-life.ts';
import type { Shop } from './plan-shop.ts';

export type StoryAction = Action | LifeAction;

/** Which story of an app to play. */
export interface StoryParameters {
  readonly seed: number;
  /** About how many phones install the app. */
  readonly devices: number;
  /** Unix ms. */
  readonly startsAt: number;
  readonly days: number;
}

const DAY = 86_400_000;

/**
 * Everything that happens to an app within those days, in chronological order: visits, installs, sessions, purchases,
 * payments, refunds, and some fraud. The same parameters give the same story.
 */
export function* generateStory(
  shop: Shop,
  { seed, devices, startsAt, days }: StoryParameters,
): Generator<StoryAction> {
  const endsAt = startsAt + days * DAY;
  const later = new TimeQueue<LifeAction>();
  const season = { startsAt, days, weightOf: (day: number) => busyness(startsAt + day * DAY, day / days) };
  for (const action of generateActions(seed, shop, devices, season)) {
    if (action.at >= endsAt) break;
    yield* later.before(action.at);
    yield action;
    if (action.kind !== 'event') continue;
    for (const planned of planLife(action, seed)) later.push(planned);
  }
  yield* later.before(endsAt);
}

/** An app that grows by half, and is busier at the weekend. */
function busyness(time: number, progress: number): number {
  const weekday = new Date(time).getUTCDay();
  return (1 + progress / 2) * (weekday === 0 || weekday === 6 ? 1.3 : 1);
}
