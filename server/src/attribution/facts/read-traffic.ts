import { DAY_MS } from '../../platform/values/day-ms.ts';
import { CLICK_ID_KINDS } from '../../platform/values/device-id-kinds.ts';
import type { Candidate, InstallFacts } from './install-facts.ts';

/** What fraud rules read of the clicks that were found for an install. */
export interface ClickTraffic {
  /** The network that the chosen click came from; null for none, or if it says nothing. */
  readonly network: string | null;
  /** How many clicks the installing device made in the week before, by an id of its own; null if none identifies it. */
  readonly deviceClicks: number | null;
  /** Unix ms; when the click was made that the store's referrer names, whether or not it was chosen. */
  readonly referrerClickedAt: number | null;
  /** How many other devices have named the chosen click within a week; 0 if the install does not name it itself. */
  readonly namedBefore: number;
}

export const NO_TRAFFIC: ClickTraffic = {
  network: null,
  deviceClicks: null,
  referrerClickedAt: null,
  namedBefore: 0,
};

const WITHIN_MS = 7 * DAY_MS;

export function readTraffic(
  install: InstallFacts,
  candidates: readonly Candidate[],
  chosen: Candidate | null,
): ClickTraffic {
  const own = candidates.filter(
    ({ foundBy, clickedAt }) =>
      CLICK_ID_KINDS.some((kind) => foundBy.includes(kind)) &&
      clickedAt <= install.installedAt &&
      clickedAt >= install.installedAt - WITHIN_MS,
  );
  const referred = candidates.find(({ foundBy }) => foundBy.includes('install_referrer'));
  return {
    network: chosen?.network ?? null,
    deviceClicks: own.length === 0 ? null : own.length,
    referrerClickedAt: referred?.clickedAt ?? null,
    namedBefore: chosen?.namedBefore ?? 0,
  };
}
