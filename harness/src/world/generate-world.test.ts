import { createHash } from 'node:crypto';
import { maskedNetwork } from '@tributary/server/platform/http/requests/masked-network';
import { openCountries } from '@tributary/server/platform/net/country/find-country';
import { beforeAll, expect, test } from 'vitest';
import { regionOf } from './abroad.ts';
import type { Action, ClickAction, EventAction } from './action.ts';
import { generateWorld } from './generate-world.ts';
import { NO_GAID } from './person.ts';
import { REGIONS } from './regions.ts';
import { SMALL_WORLD_SEED, TUNING_SEEDS } from './seeds.ts';
import type { InstallTruth } from './truth.ts';

const INSTALLS = 6000;
const HOUR = 3_600_000;

type Install = EventAction & { readonly truth: InstallTruth };

let actions: Action[];
let clicks: Map<string, ClickAction>;
let installs: Install[];

const isInstall = (action: Action): action is Install => action.kind === 'event' && action.truth !== null;
const openedAt = ({ at, event }: EventAction) =>
  event.age_ms === undefined ? event.timestamp : at - event.age_ms;
const share = (part: readonly unknown[], whole: readonly unknown[]) => part.length / whole.length;

beforeAll(() => {
  actions = [...generateWorld(TUNING_SEEDS[0], INSTALLS).actions()];
  clicks = new Map(actions.flatMap((action) => (action.kind === 'click' ? [[action.key, action]] : [])));
  installs = actions.filter(isInstall);
});

const digest = (seed: number) => {
  const hash = createHash('sha256');
  for (const action of generateWorld(seed, 300).actions()) hash.update(JSON.stringify(action));
  return hash.digest('hex');
};

test('a seed gives the same world to the letter, another seed another one', () => {
  expect(digest(SMALL_WORLD_SEED)).toBe(digest(SMALL_WORLD_SEED));
  expect(digest(SMALL_WORLD_SEED)).not.toBe(digest(SMALL_WORLD_SEED + 1));
});

test('actions come in order of time and as many installs as asked for, within 6 %', () => {
  const times = actions.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(Math.abs(installs.length / INSTALLS - 1)).toBeLessThan(0.06);
});

test('events and clicks have unique names', () => {
  const ids = actions.map((action) => (action.kind === 'click' ? action.key : action.event.event_id));
  expect(new Set(ids).size).toBe(actions.length);
});

test('every click that an install came from, or names, exists, for the same app, before the first open unless it is broadcast late', () => {
  const { plan } = generateWorld(TUNING_SEEDS[0], INSTALLS);
  for (const { truth, event, at } of installs) {
    for (const key of [truth.source, truth.claimed, ...truth.ownClicks]) {
      if (key === null) continue;
      const click = clicks.get(key);
      expect(plan.links[click?.link ?? -1]?.app).toBe(truth.app);
      if (truth.fraud === 'install_hijacking') continue;
      expect(click?.at).toBeLessThanOrEqual(event.age_ms === undefined ? at : at - event.age_ms);
    }
  }
});

test('over 85 % of honest installs come within an hour of their click, and nearly all within a day', () => {
  const waits = installs.flatMap((install) => {
    const cause = install.truth.fraud === null ? clicks.get(install.truth.source ?? '') : undefined;
    return cause && install.event.age_ms !== undefined ? [openedAt(install) - cause.at] : [];
  });
  expect(waits.length).toBeGreaterThan(1000);
  expect(
    share(
      waits.filter((wait) => wait < HOUR),
      waits,
    ),
  ).toBeGreaterThan(0.85);
  expect(
    share(
      waits.filter((wait) => wait < 24 * HOUR),
      waits,
    ),
  ).toBeGreaterThan(0.94);
  expect(Math.min(...waits)).toBeGreaterThan(8000);
});

const within: [string, (truth: InstallTruth) => boolean, number, number][] = [
  ['organic', ({ source, fraud }) => source === null && fraud === null, 0.36, 0.48],
  [
    'honest and from a click',
    ({ source, fraud, again }) => source !== null && fraud === null && !again,
    0.34,
    0.44,
  ],
  ['re-installs', ({ again }) => again, 0.03, 0.06],
  ['fraud', ({ fraud }) => fraud !== null, 0.1, 0.2],
];

test.each(within)('the share of installs that are %s is as set', (_name, is, least, most) => {
  const found = share(
    installs.filter(({ truth }) => is(truth)),
    installs,
  );
  expect(found).toBeGreaterThan(least);
  expect(found).toBeLessThan(most);
});

test('every scheme is played, and each shows what some rule detects', () => {
  const shown = new Set(installs.flatMap(({ truth }) => truth.shows));
  expect([...shown].sort()).toEqual([
    'click_flooding',
    'click_injection',
    'click_reused',
    'device_farm',
    'duplicate_install',
    'emulator',
    'geo_or_clock_mismatch',
    'install_hijacking',
    'install_time_anomaly',
    'integrity_failed',
    'integrity_missing',
    'sdk_spoofing',
  ]);
  for (const { truth } of installs) if (truth.fraud === null) expect(truth.shows).toEqual([]);
});

test('some people opted out, and their zeros are all that clicks and installs have of them', () => {
  const honest = installs.filter(({ truth }) => truth.fraud === null);
  const zeros = share(
    honest.filter(({ event }) => event.gaid === NO_GAID),
    honest,
  );
  expect(zeros).toBeGreaterThan(0.12);
  expect(zeros).toBeLessThan(0.18);
});

test('carriers put many people behind few networks, homes few behind many', () => {
  const people = new Map<string, Set<string>>();
  for (const { address, person } of clicks.values()) {
    if (person === null || address.includes(':')) continue;
    const network = address.slice(0, address.lastIndexOf('.'));
    people.set(network, (people.get(network) ?? new Set()).add(person));
  }
  const sizes = (kind: 'home' | 'cellular') => {
    const begins = REGIONS.flatMap(({ networks }) => networks[kind]);
    return [...people].flatMap(([network, of]) =>
      begins.some((begin) => network.startsWith(`${begin}.`)) ? [of.size] : [],
    );
  };
  const mean = (all: number[]) => all.reduce((sum, size) => sum + size, 0) / all.length;
  expect(mean(sizes('cellular'))).toBeGreaterThan(10 * mean(sizes('home')));
});

test('every address is registered in the country that it is of', () => {
  const findCountry = openCountries();
  for (const action of actions) {
    const { address } = action;
    expect([address, findCountry(maskedNetwork(address))]).toEqual([address, regionOf(address)?.name]);
  }
});

test('some people click and install minutes apart in two countries, honestly; a scheme does so always', () => {
  const abroad = installs.filter(({ truth, address, openedFrom, at }) => {
    const click = clicks.get(truth.claimed ?? '');
    if (click === undefined || at - click.at > HOUR / 6) return false;
    return regionOf(click.address) !== regionOf(openedFrom ?? address);
  });
  const honest = installs.filter(({ truth }) => truth.fraud === null);
  const wronged = share(
    abroad.filter(({ truth }) => truth.fraud === null),
    honest,
  );
  expect(wronged).toBeGreaterThan(0.0005);
  expect(wronged).toBeLessThan(0.005);
  expect(abroad.filter(({ truth }) => truth.fraud === 'proxied_click').length).toBeGreaterThan(20);
});

test('some installs arrive hours after they happened, some from another network than their click', () => {
  const late = installs.filter(
    ({ at, event }) => at - (event.age_ms === undefined ? at : at - event.age_ms) > HOUR,
  );
  expect(share(late, installs)).toBeGreaterThan(0.05);
  const clicked = installs.filter(({ truth }) => truth.fraud === null && truth.source !== null);
  const moved = clicked.filter(({ truth, address }) => clicks.get(truth.source ?? '')?.address !== address);
  expect(share(moved, clicked)).toBeGreaterThan(0.1);
  expect(share(moved, clicked)).toBeLessThan(0.5);
});

test('most clocks are a little off, many by tens of seconds, a few by minutes or hours', () => {
  // The SDK reports the true age of what its own clock has dated.
  const off = installs.flatMap(({ truth, event, at }) =>
    truth.fraud === null && event.age_ms !== undefined ? [Math.abs(event.timestamp + event.age_ms - at)] : [],
  );
  const between = (from: number, to: number) =>
    share(
      off.filter((ms) => ms >= from && ms < to),
      off,
    );
  expect(between(0, 4000)).toBeGreaterThan(0.55);
  expect(between(10_000, 100_000)).toBeGreaterThan(0.2);
  expect(between(10_000, 100_000)).toBeLessThan(0.35);
  expect(between(2 * 60_000, HOUR)).toBeGreaterThan(0.01);
  expect(between(HOUR, Number.POSITIVE_INFINITY)).toBeGreaterThan(0);
  expect(between(HOUR, Number.POSITIVE_INFINITY)).toBeLessThan(0.005);
});

test('what the store dates is of the same clock as what the app dates', () => {
  const dated = installs.filter(({ truth, event }) => truth.fraud === null && event.install_begin_ts);
  expect(dated.length).toBeGreaterThan(1000);
  for (const { event } of dated)
    expect((event.install_begin_ts ?? 0) * 1000).toBeLessThanOrEqual(event.timestamp);
});
