import { trueTime } from '@tributary/server/attribution/devices/true-time';
import type { ClickAction, EventAction } from '../../world/action.ts';
import { generateWorld } from '../../world/generate-world.ts';
import { NO_GAID } from '../../world/person.ts';
import type { WorldParameters } from '../../world/world-parameters.ts';

const HOUR = 3_600_000;
const WINDOW = 7 * 24 * HOUR;
/** In the order of `models/fitted-tables.ts`: the age of the click is above it. */
const AGES = [24 * HOUR, 6 * HOUR, HOUR, 0] as const;

type Shares = Readonly<Record<'store spoke' | 'store did not', string[]>>;

/** How often the last click of a device that is known by its advertising id is the cause, by its age, in per cent. */
export function fitDeviceShares(
  worlds: readonly WorldParameters[],
  seeds: readonly number[],
  installs: number,
): Shares {
  const counts = { 'store spoke': AGES.map(none), 'store did not': AGES.map(none) };
  for (const world of worlds) {
    for (const seed of seeds) {
      for (const { age, isRight, storeSpoke } of lastClicks(seed, installs, world)) {
        const of = counts[storeSpoke ? 'store spoke' : 'store did not'];
        const count = of[AGES.findIndex((least) => age > least)];
        if (!count) continue;
        count.all++;
        if (isRight) count.right++;
      }
    }
  }
  return {
    'store spoke': counts['store spoke'].map(show),
    'store did not': counts['store did not'].map(show),
  };
}

interface Count {
  right: number;
  all: number;
}

const none = (): Count => ({ right: 0, all: 0 });
const show = ({ right, all }: Count, n: number) =>
  `older than ${(AGES[n] ?? 0) / HOUR} h: ${((100 * right) / Math.max(1, all)).toFixed(1)} of ${all}`;

/** Of each honest install that names no click, but whose device is known to have clicked. */
function* lastClicks(seed: number, installs: number, world: WorldParameters) {
  const { plan, actions } = generateWorld(seed, installs, world);
  const byKey = new Map<string, ClickAction>();
  const byDevice = new Map<string, ClickAction[]>();
  const deviceOf = (gaid: string, app: number) => `${gaid} ${app}`;
  for (const action of actions()) {
    if (action.kind === 'click') {
      byKey.set(action.key, action);
      const app = plan.links[action.link]?.app ?? -1;
      const device = deviceOf(action.query.gaid ?? NO_GAID, app);
      byDevice.set(device, [...(byDevice.get(device) ?? []), action]);
      continue;
    }
    if (!isAnonymous(action)) continue;
    const installedAt = trueTime(action.event, action.at);
    const own = byDevice.get(deviceOf(action.event.gaid ?? NO_GAID, action.app)) ?? [];
    const last = own.findLast(({ at }) => at <= installedAt && installedAt - at <= WINDOW);
    const source = byKey.get(action.truth?.source ?? '');
    if (last === undefined) continue;
    yield {
      age: installedAt - last.at,
      isRight: source?.link === last.link && source.person === last.person,
      storeSpoke: action.event.referrer !== undefined || (action.event.install_begin_ts ?? 0) > 0,
    };
  }
}

function isAnonymous({ truth, claim, event }: EventAction): boolean {
  return truth !== null && truth.fraud === null && claim === null && event.gaid !== NO_GAID;
}
