import type { LinkTraffic } from '@tributary/server/fraud-rules/fraud-facts';
import {
  countriesBetween,
  geoOrClockMismatch,
} from '@tributary/server/fraud-rules/rules/geo-or-clock-mismatch';
import { firingInReview } from '@tributary/server/fraud-rules/testing/judged-installs';
import { maskedNetwork } from '@tributary/server/platform/http/requests/masked-network';
import { openCountries } from '@tributary/server/platform/net/country/find-country';
import type { ClickAction, EventAction } from '../../world/action.ts';
import { generateWorld } from '../../world/generate-world.ts';
import type { InstallTruth } from '../../world/truth.ts';
import type { WorldParameters } from '../../world/world-parameters.ts';

const DAY = 86_400_000;
/** In minutes; 0 compares nothing. */
const LIMITS = [0, 10, 60] as const;
/** After the arrival of an install: its decision, and its reviews. */
const JUDGED_AFTER = [0, DAY, 3 * DAY] as const;
const DAYS_BEFORE = 7;
const DAYS_AFTER = 3;
/** Of a link, the newest are as good as all. */
const DATED = 200;

interface Compared {
  readonly truth: InstallTruth;
  /** The link of the click that it names. */
  readonly link: number;
  readonly arrivedAt: number;
  readonly day: number;
  /** Its countries, where they differ and it came too soon. */
  readonly abroad: ReturnType<typeof countriesBetween>;
}

const findCountry = openCountries();
const countryOf = (address: string) => findCountry(maskedNetwork(address));
const percent = (part: number, of: number) => (of === 0 ? 'none' : `${((100 * part) / of).toFixed(2)} %`);

/** What comparing the countries of click and install finds in each of some worlds, by its limit, as Markdown. */
export function reportCountries(
  worlds: Readonly<Record<string, WorldParameters>>,
  seeds: readonly number[],
  installs: number,
): string {
  const lines = Object.entries(worlds).flatMap(([name, world]) =>
    LIMITS.map((limit) => {
      const judged = seeds.flatMap((seed) => judge(compareCountries(seed, installs, world, limit)));
      return `| ${[name, limit, ...figuresOf(judged)].join(' | ')} |`;
    }),
  );
  const head = ['world', '`max_minutes_abroad`', 'proxied clicks found', 'right', 'honest installs flagged'];
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...lines].join('\n');
}

function figuresOf(
  judged: readonly { readonly truth: InstallTruth; readonly isFlagged: boolean }[],
): string[] {
  const flagged = judged.filter(({ isFlagged }) => isFlagged);
  const proxied = judged.filter(({ truth }) => truth.fraud === 'proxied_click');
  const honest = judged.filter(({ truth }) => truth.fraud === null);
  const wrong = flagged.filter(({ truth }) => truth.fraud === null);
  return [
    percent(proxied.filter(({ isFlagged }) => isFlagged).length, proxied.length),
    percent(flagged.length - wrong.length, flagged.length),
    percent(wrong.length, honest.length),
  ];
}

/** Every install of a world that names a click; likeness never names one of another country. */
function compareCountries(seed: number, installs: number, world: WorldParameters, limit: number): Compared[] {
  const clicks = new Map<string, ClickAction>();
  const waiting: { action: EventAction; truth: InstallTruth }[] = [];
  for (const action of generateWorld(seed, installs, world).actions()) {
    if (action.kind === 'click') clicks.set(action.key, action);
    else if (action.truth !== null) waiting.push({ action, truth: action.truth });
  }
  return waiting.flatMap(({ action, truth }) => {
    const click = clicks.get(truth.claimed ?? '');
    return click === undefined ? [] : [compare(action, truth, click, limit)];
  });
}

function compare(action: EventAction, truth: InstallTruth, click: ClickAction, limit: number): Compared {
  const { at, address, openedFrom, event, history } = action;
  const sightings = {
    click: { at: click.at, country: countryOf(click.address) },
    install: {
      at: openedFrom === null ? at : (history?.keyResolvedAt ?? at),
      country: countryOf(openedFrom ?? address),
    },
  };
  return {
    truth,
    link: click.link,
    arrivedAt: at,
    day: Math.floor((at - (event.age_ms ?? 0)) / DAY),
    abroad: countriesBetween(sightings, { max_minutes_abroad: limit }),
  };
}

function judge(compared: readonly Compared[]) {
  const byApp = Map.groupBy(compared, ({ truth }) => truth.app);
  return compared.map((one) => ({
    truth: one.truth,
    isFlagged:
      one.abroad !== null &&
      JUDGED_AFTER.some((after) => fires(one, byApp.get(one.truth.app) ?? [], one.arrivedAt + after)),
  }));
}

/** @param now when it is judged, Unix ms. */
function fires({ abroad, link, day }: Compared, ofApp: readonly Compared[], now: number): boolean {
  const known = ofApp.filter(
    (other) => other.arrivedAt <= now && other.day > day - DAYS_BEFORE && other.day <= day + DAYS_AFTER,
  );
  const traffic = [...Map.groupBy(known, (other) => other.link)].map(
    ([of, installs]) => [of, toTraffic(installs.slice(-DATED))] as const,
  );
  const linkTraffic = traffic.find(([of]) => of === link)?.[1] ?? null;
  const otherTraffic = toTraffic(known.filter((other) => other.link !== link));
  return firingInReview({ abroad, linkTraffic, otherTraffic }).includes(geoOrClockMismatch.name);
}

function toTraffic(installs: readonly Compared[]): LinkTraffic {
  const abroad = installs.filter((one) => one.abroad !== null).length;
  return { clicks: 0, installs: 0, dated: installs.length, late: 0, abroad, devices: 0, deviceClicks: 0 };
}
