import { binomialAtLeast } from '../chance.ts';
import type { Histories, HistoryCount } from '../fraud-facts.ts';
import { defineRule } from '../fraud-rule.ts';

/** Of an app whose devices that came by themselves are few: so many, and of those so many with the same gap. */
const UNKNOWN_DEVICES = 60;
const UNKNOWN_ALIKE = 2;
/** What more of an app's own devices have than this is one of its ways: a version without sessions, events by its backend. */
const RARE = 0.02;
/** Of the devices that are flagged so many may be honest, by the share that the app's own devices have. */
const MOST_HONEST = 0.05;

/**
 * Events from a program that has the app's key. It signs an install for each device that it invents, but does not do what an
 * SDK does first: resolve the key for that installation, and begin a session. Some apps' honest devices do not either, so
 * devices of the same client that came by themselves, for which nobody is paid, say what is usual. A link is suspicious
 * if far more of its devices have a gap that is rare among those.
 */
export const sdkSpoofing = defineRule({
  name: 'sdk_spoofing',
  version: 1,
  score: 70,
  means:
    'What an SDK does first is missing or out of order, as with many devices of the link and hardly any that came by themselves.',
  cannotSee:
    'Programs that resolve the key and send sessions for each device that they invent, a few on a link, and apps without organic installs.',
  runsAt: 'review',
  thresholds: {
    min_devices: { default: 4, min: 2, max: 200, whole: true },
    /** What is more probable than this by chance is no program. */
    max_chance: { default: 0.0001, min: 0, max: 0.1 },
    /** Days before the install whose devices are counted. */
    days: { default: 14, min: 1, max: 90, whole: true },
  },
  findSignals({ click, histories }, thresholds) {
    if (click === null || histories === null || histories.missing === '') return null;
    const { missing, ofLink, organic } = histories;
    const organics = countAll(organic);
    const isRare = (gap: string) => gap !== '' && shareOf(countOf(organic, gap), organics) <= RARE;
    if (!isRare(missing)) return null;
    // A program that varies what it does shows in all rare gaps together, and one that does not in its own alone.
    const gaps = [...new Set([...ofLink, ...organic].map((count) => count.missing))].filter(isRare);
    return compare(histories, [missing], thresholds) ?? compare(histories, gaps, thresholds);
  },
});

/** What shows that more devices of the link than chance explains have one of those gaps; null if nothing does. */
function compare(
  { missing, ofLink, organic }: Histories,
  gaps: readonly string[],
  { min_devices, max_chance }: Readonly<Record<'min_devices' | 'max_chance', number>>,
) {
  const countAlike = (counts: readonly HistoryCount[]) =>
    counts.reduce((sum, count) => (gaps.includes(count.missing) ? sum + count.devices : sum), 0);
  const [devices, all] = [countAlike(ofLink), countAll(ofLink)];
  const [alike, organics] = [countAlike(organic), countAll(organic)];
  const share = shareOf(alike, organics);
  if (devices < min_devices || share * all > MOST_HONEST * devices) return null;
  if (binomialAtLeast(devices, all, share) > max_chance) return null;
  return { missing, devices, of_installs: all, organic_devices: alike, of_organic_installs: organics };
}

/** Rather too high than too low while few devices came by themselves. */
const shareOf = (alike: number, organics: number): number =>
  (alike + UNKNOWN_ALIKE) / (organics + UNKNOWN_DEVICES);

const countOf = (counts: readonly HistoryCount[], gap: string): number =>
  counts.find(({ missing }) => missing === gap)?.devices ?? 0;

const countAll = (counts: readonly HistoryCount[]): number =>
  counts.reduce((sum, { devices }) => sum + devices, 0);
