import { decide } from '../decide/decide.ts';
import { DEFAULT_SETTINGS } from '../facts/attribution-settings.ts';
import type { Candidate, FoundBy, InstallFacts } from '../facts/install-facts.ts';
import { readStoreWord } from '../facts/read-store-word.ts';
import { USUAL_SHARES } from '../facts/trait-shares.ts';

/** The time of every decision, Unix ms. */
export const NOW = Date.UTC(2026, 4, 10, 12);
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The n-th of a row of ids. */
export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const CLICK = id(1);
export const OTHER = id(2);

/** The default device of the install and the click. */
const PHONE = { deviceModel: 'SM-A155F', osName: 'Android', osVersion: '14' };

/** An install of an app that is not known to pass on what a store says, known only by its network and device. */
export function install(facts: Partial<InstallFacts> = {}): InstallFacts {
  const known = {
    installId: id(100),
    deviceId: id(105),
    customerId: id(101),
    appId: id(102),
    kind: 'install',
    installedAt: NOW,
    referrer: null,
    clickId: null,
    gaid: null,
    androidId: null,
    idfv: null,
    idfa: null,
    network: '203.0.113.0/24',
    country: null,
    ...PHONE,
    language: null,
    traits: USUAL_SHARES,
    storeClickAt: null,
    installBeganAt: null,
    hasIntegrityToken: false,
    ...facts,
  } satisfies Omit<InstallFacts, 'storeWord'>;
  return { storeWord: readStoreWord(known, false), ...known };
}

/** A click one minute before it, found in these ways. */
export function click(foundBy: FoundBy | FoundBy[], facts: Partial<Candidate> = {}): Candidate {
  return {
    clickId: CLICK,
    appId: id(102),
    linkId: id(103),
    campaignId: id(104),
    channel: 'influencer',
    source: 'link',
    clickedAt: NOW - MINUTE,
    ...PHONE,
    language: null,
    network: '203.0.113.0/24',
    isOwn: null,
    isAnothers: false,
    namedBefore: 0,
    country: null,
    excludedBecause: null,
    foundBy: [foundBy].flat(),
    ...facts,
  };
}

/** Installs whose referrer, or whose event, names CLICK. */
export const referred = install({ referrer: { clickId: CLICK, isOrganic: false, isUnset: false } });
export const named = install({ clickId: CLICK });
/** Decides with the default windows. */
export const ask = (facts: InstallFacts, candidates: Candidate[]) =>
  decide(facts, candidates, DEFAULT_SETTINGS);
/** Another campaign. */
export const elsewhere = { campaignId: id(204), channel: 'social_a' };
