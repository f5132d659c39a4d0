import { HOUR_MS } from '../../platform/values/hour-ms.ts';
import { binomialAtLeast, poissonAtLeast, poissonAtMost } from '../chance.ts';
import type { LinkTraffic, ReviewFacts } from '../fraud-facts.ts';
import { defineRule } from '../fraud-rule.ts';

/** What any app is like, worth so much of its own traffic: one click in a hundred, one install in ten late, 1.2 clicks a device. */
const USUAL = { clicks: 500, installs: 5, dated: 30, late: 3, devices: 20, deviceClicks: 24 };

/**
 * Clicks sent on the chance of a later install. They show in one of three places, each held against the app's own rates: a
 * link that is clicked far more often for each install, whose installs come when they come and not soon after the click; a
 * device that clicks over and over; a network that sends clicks for which hardly anyone installs. Who installs
 * within an hour of a click came by it, also from such a network, which a flood may share with a whole town. A display campaign
 * has as many clicks, but people who install do so at once.
 */
export const clickFlooding = defineRule({
  name: 'click_flooding',
  version: 3,
  score: 80,
  means:
    'Clicks sent on the chance of an install: by link, device or network, far more than the app’s own rates explain.',
  cannotSee:
    'Floods that are spread thinly over links, devices and networks, and those of an app that has no other traffic.',
  runsAt: 'both',
  thresholds: {
    /** Fewer clicks than this on a link, or from a network, say nothing yet. */
    min_clicks: { default: 150, min: 1, max: 1_000_000, whole: true },
    /** What is more probable than this by chance is no flood. */
    max_chance: { default: 0.001, min: 0, max: 0.1 },
    /** Days whose clicks and installs are counted, the last one included. */
    days: { default: 7, min: 1, max: 90, whole: true },
  },
  findSignals(facts, thresholds) {
    if (facts.click === null) return null;
    return (
      floodedLink(facts, thresholds) ?? floodedDevice(facts, thresholds) ?? floodedNetwork(facts, thresholds)
    );
  },
});

type Thresholds = Readonly<Record<'min_clicks' | 'max_chance', number>>;

function floodedLink(facts: ReviewFacts, { min_clicks, max_chance }: Thresholds) {
  const { linkTraffic: link, otherTraffic: others } = facts;
  if (link === null || link.clicks < min_clicks) return null;
  if (cameByClick(facts)) return null;
  const { clicks, installs, dated, late } = link;
  if (poissonAtMost(installs, clicks * rateOf(others)) > max_chance) return null;
  const usuallyLate = (others.late + USUAL.late) / (others.dated + USUAL.dated);
  if (binomialAtLeast(late, dated, usuallyLate) > max_chance) return null;
  return { by: 'link', clicks, installs, installs_after_an_hour: late, of_installs: dated };
}

function floodedDevice({ deviceClicks, otherTraffic: others }: ReviewFacts, { max_chance }: Thresholds) {
  if (deviceClicks === null) return null;
  const usual = (others.deviceClicks + USUAL.deviceClicks) / (others.devices + USUAL.devices);
  if (poissonAtLeast(deviceClicks - 1, usual) > max_chance) return null;
  return { by: 'device', clicks: deviceClicks };
}

function floodedNetwork(facts: ReviewFacts, { min_clicks, max_chance }: Thresholds) {
  const { sourceTraffic, otherTraffic: others } = facts;
  if (cameByClick(facts)) return null;
  if (sourceTraffic === null || sourceTraffic.clicks < min_clicks) return null;
  const { clicks, installs } = sourceTraffic;
  if (poissonAtMost(installs, clicks * rateOf(others)) > max_chance) return null;
  return { by: 'network', clicks, installs };
}

/** Who installs so soon was led by the click; a flood's installs come when they come. */
function cameByClick({ click, installedAt }: ReviewFacts): boolean {
  return click !== null && installedAt - click.clickedAt <= HOUR_MS;
}

/** Installs for each click. */
function rateOf({ clicks, installs }: LinkTraffic): number {
  return (installs + USUAL.installs) / (clicks + USUAL.clicks);
}
