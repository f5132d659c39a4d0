import type { DecisionFacts, ReviewFacts } from '../fraud-facts.ts';
import { judgeAtDecision, judgeAtReview, type RulesSettings } from '../judge-fraud.ts';

export const NOW = Date.UTC(2026, 4, 1, 12);
const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const began = (at: number): Partial<DecisionFacts> => ({
  installBegan: { earliest: at, latest: at + 999 },
});

/** Of an app that five clicks bring an install, one in ten of them late. */
const OTHERS = {
  clicks: 5000,
  installs: 1000,
  dated: 1000,
  late: 100,
  abroad: 4,
  devices: 1000,
  deviceClicks: 1200,
};
const LINK = { clicks: 40, installs: 10, dated: 10, late: 1, abroad: 0, devices: 10, deviceClicks: 12 };
const ALONE = { all: 1, alike: 1, alikeFromClicks: 1, ofLink: 1, alikeOfLink: 1 };

/** What the rules that compare an install with others see of an honest one. */
const AMONG_OTHERS = {
  linkTraffic: LINK,
  otherTraffic: OTHERS,
  sourceTraffic: { clicks: 30, installs: 6 },
  abroad: null,
  clockOffMs: null,
  deviceClicks: 1,
  networkInstalls: ALONE,
  appDevices: { all: 1000, alike: 30 },
  deviceInstalls: 1,
} satisfies Partial<ReviewFacts>;

/** An install that no rule flags: followed a link two minutes before, on a phone. */
export const DECIDED: DecisionFacts = {
  installedAt: NOW,
  click: {
    clickedAt: NOW - 120 * SECOND,
    namedByStore: false,
    cameBack: false,
    namedByDevices: 1,
  },
  installBegan: { earliest: NOW - 90 * SECOND, latest: NOW - 90 * SECOND + 999 },
  referrerClickedAt: null,
  storeClick: null,
  deviceModel: 'SM-A155F',
  userAgent: 'Dalvik/2.1.0 (Linux; U; Android 14; SM-A155F Build/UP1A.231005.007)',
  ageMs: 5 * SECOND,
  integrity: { token: 'passed' },
  tokenMissing: false,
  tokenSeen: null,
  histories: null,
  ...AMONG_OTHERS,
};

/** The same install a day later. */
const REVIEWED: ReviewFacts = {
  click: { clickedAt: NOW - 120 * SECOND },
  installedAt: NOW,
  deviceModel: 'SM-A155F',
  tokenMissing: false,
  tokenSeen: true,
  histories: null,
  ...AMONG_OTHERS,
};

export type Facts = Partial<DecisionFacts>;
export const click = (ago: number, more: Partial<DecisionFacts['click']> = {}): Facts => ({
  click: {
    clickedAt: NOW - ago,
    namedByStore: false,
    cameBack: false,
    namedByDevices: 1,
    ...more,
  },
});
export const namedByStore = { namedByStore: true };
export const cameBack = { cameBack: true };
export const NOTHING = { clicks: 0, installs: 0, dated: 0, late: 0, abroad: 0, devices: 0, deviceClicks: 0 };
/** A link with so many clicks and five installs, none of them soon after its click. */
export const flood = (clicks: number) => ({
  clicks,
  installs: 5,
  dated: 5,
  late: 5,
  abroad: 0,
  devices: 5,
  deviceClicks: 6,
});
export const FLOODED_LINK: Facts = { ...click(HOUR + 1), installBegan: null, linkTraffic: flood(900) };
/** So many phones of one model, and no other, on one network and from one link. */
export const farmOf = (n: number) => ({
  networkInstalls: { all: n, alike: n, alikeFromClicks: n, ofLink: n, alikeOfLink: n },
});
export const clockOff = (hours: number): Facts => ({ clockOffMs: hours * HOUR });
/** An install that seems to be in another country than its click, of a link with so many of those. */
export const abroadWith = (abroad: number, dated = 50): Facts => ({
  abroad: { click: 'DE', install: 'KE' },
  linkTraffic: { ...LINK, dated, abroad },
});

export const firing = (facts: Facts, settings: RulesSettings = {}) =>
  judgeAtDecision({ ...DECIDED, ...facts }, settings).map(({ rule }) => rule);
export const firingInReview = (facts: Partial<ReviewFacts>) =>
  judgeAtReview({ ...REVIEWED, ...facts }, {}).map(({ rule }) => rule);
