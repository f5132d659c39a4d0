import { binomialAtLeast } from '../chance.ts';
import type { ReviewFacts } from '../fraud-facts.ts';
import { defineRule } from '../fraud-rule.ts';

/** Devices of an app whose models are not known yet: its own count as soon as there are more of them. */
const UNKNOWN_DEVICES = 40;
/** So many of those may be of any one model. */
const UNKNOWN_ALIKE = 3;

/**
 * Far more devices of one model on one masked network within hours, led there by clicks, than chance explains, given how many
 * of the app's devices are of that model: a rack of phones that is paid by the install. A company that sets up its new
 * phones has no clicks to show; a family with the phone that everybody has is what is to be expected.
 */
export const deviceFarm = defineRule({
  name: 'device_farm',
  version: 3,
  score: 70,
  means:
    'Far more devices of one model on one network within hours, led there by clicks, than the app has elsewhere.',
  cannotSee:
    'Farms that change their networks or their models, or that have the phone which most of the app’s users have.',
  runsAt: 'both',
  thresholds: {
    min_devices: { default: 4, min: 2, max: 200, whole: true },
    /** Hours before and after the install that are looked at. */
    within_hours: { default: 24, min: 1, max: 720 },
    /** What is more probable than this by chance is no farm. */
    max_chance: { default: 0.0001, min: 0, max: 0.1 },
  },
  findSignals({ click, networkInstalls, appDevices, deviceModel }, { min_devices, max_chance }) {
    if (click === null || deviceModel === null || networkInstalls.alikeFromClicks < min_devices) return null;
    const share = shareOfModel(appDevices);
    const { all, alike, alikeFromClicks, ofLink, alikeOfLink } = networkInstalls;
    // A farm is paid by the link: a phone that no other of its link resembles only shares its network.
    if (alikeOfLink < 2) return null;
    // A farm behind a carrier's address is lost among its other phones, but not among those of its own link.
    const chance = Math.min(binomialAtLeast(alike, all, share), binomialAtLeast(alikeOfLink, ofLink, share));
    if (chance > max_chance) return null;
    return {
      devices: alikeFromClicks,
      of_installs: all,
      share_of_model_pct: toPercent(share),
      device_model: deviceModel,
    };
  },
});

/** Rather too high than too low while the app is young. */
function shareOfModel({ all, alike }: ReviewFacts['appDevices']): number {
  return Math.min(1, (alike + UNKNOWN_ALIKE) / (all + UNKNOWN_DEVICES));
}

const toPercent = (share: number) => Math.round(1000 * share) / 10;
