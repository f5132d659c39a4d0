import type { HistoryCount } from '@tributary/server/fraud-rules/fraud-facts';
import { sdkSpoofing } from '@tributary/server/fraud-rules/rules/sdk-spoofing';
import { firingInReview } from '@tributary/server/fraud-rules/testing/judged-installs';
import type { EventAction } from '../../world/action.ts';
import { generateWorld } from '../../world/generate-world.ts';
import type { InstallTruth } from '../../world/truth.ts';
import type { WorldParameters } from '../../world/world-parameters.ts';

const DAY = 86_400_000;
/** After the arrival of an install. */
const REVIEWS = [DAY, 3 * DAY] as const;
const DAYS_BEFORE = sdkSpoofing.thresholds.days.default;

/** An install, with what a review sees of its device. */
interface Device {
  readonly truth: InstallTruth;
  /** The link of the click that it names; undefined for none. */
  readonly link: number | undefined;
  readonly client: string;
  readonly arrivedAt: number;
  readonly day: number;
  readonly missing: string;
}

const percent = (part: number, of: number) => (of === 0 ? 'none' : `${((100 * part) / of).toFixed(2)} %`);

/** What `sdk_spoofing` finds in each of some worlds, judged without a service, as Markdown. */
export function reportPrograms(
  worlds: Readonly<Record<string, WorldParameters>>,
  seeds: readonly number[],
  installs: number,
): string {
  const lines = Object.entries(worlds).map(([name, world]) => {
    const judged = seeds.flatMap((seed) => judge(readDevices(seed, installs, world)));
    return `| ${[name, ...figuresOf(judged)].join(' | ')} |`;
  });
  const head = ['world', 'found', 'right', 'honest installs flagged'];
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...lines].join('\n');
}

function figuresOf(
  judged: readonly { readonly truth: InstallTruth; readonly isFlagged: boolean }[],
): string[] {
  const there = judged.filter(({ truth }) => truth.shows.includes('sdk_spoofing'));
  const flagged = judged.filter(({ isFlagged }) => isFlagged);
  const right = flagged.filter(({ truth }) => truth.shows.includes('sdk_spoofing'));
  const honest = judged.filter(({ truth }) => truth.fraud === null);
  return [
    percent(right.length, there.length),
    percent(right.length, flagged.length),
    percent(honest.filter(({ isFlagged }) => isFlagged).length, honest.length),
  ];
}

function readDevices(seed: number, installs: number, world: WorldParameters): Device[] {
  const links = new Map<string, number>();
  const devices: Device[] = [];
  for (const action of generateWorld(seed, installs, world).actions()) {
    if (action.kind === 'click') links.set(action.key, action.link);
    else if (action.truth !== null) devices.push(toDevice(action, action.truth, links));
  }
  return devices;
}

function toDevice(action: EventAction, truth: InstallTruth, links: ReadonlyMap<string, number>): Device {
  const { event, at, history } = action;
  const sent = (type: string) => history?.events.some(({ event_type }) => event_type === type) ?? false;
  // A token that comes late comes with a session.
  const hasSession = sent('session_start') || action.integrity === 'late';
  const missing = [
    history?.keyResolvedAt == null && 'key',
    !hasSession && 'session',
    sent('session_end') && !sent('session_start') && 'order',
  ];
  return {
    truth,
    link: links.get(truth.claimed ?? ''),
    client: event.sdk_version,
    arrivedAt: at,
    day: Math.floor((at - (event.age_ms ?? 0)) / DAY),
    missing: missing.filter(Boolean).join(' '),
  };
}

function judge(devices: readonly Device[]) {
  const byApp = Map.groupBy(devices, ({ truth, client }) => `${truth.app} ${client}`);
  return devices.map((device) => {
    const others = byApp.get(`${device.truth.app} ${device.client}`) ?? [];
    const isSuspicious = device.missing !== '' && device.link !== undefined;
    return {
      truth: device.truth,
      isFlagged: isSuspicious && REVIEWS.some((after) => fires(device, others, after)),
    };
  });
}

function fires(device: Device, others: readonly Device[], after: number): boolean {
  const now = device.arrivedAt + after;
  const reviewed = others.filter(
    ({ truth, arrivedAt, day }) =>
      !truth.again &&
      arrivedAt + REVIEWS[0] <= now &&
      day > device.day - DAYS_BEFORE &&
      day <= device.day + REVIEWS[1] / DAY,
  );
  const histories = {
    missing: device.missing,
    ofLink: countGaps(reviewed.filter(({ link }) => link === device.link)),
    organic: countGaps(reviewed.filter(({ link }) => link === undefined)),
  };
  return firingInReview({ histories }).includes(sdkSpoofing.name);
}

function countGaps(devices: readonly Device[]): HistoryCount[] {
  return [...Map.groupBy(devices, ({ missing }) => missing)].map(([missing, of]) => ({
    missing,
    devices: of.length,
  }));
}
