import { HOUR_MS } from '../../platform/values/hour-ms.ts';
import type { Candidate, InstallFacts } from './install-facts.ts';
import { STORE_SECOND_MS } from './read-store-times.ts';

/** Points by the name of what earned or cost them; confidence is their sum, from 0 to 100. */
export type ConfidenceParts = Readonly<Record<string, number>>;

const MINUTE_MS = 60_000;

/** No decision is certain. */
const MOST = 99;

/** Adds a part that brings the sum into its bounds, so that the breakdown always adds up to the score. */
export function boundConfidence(parts: ConfidenceParts): { score: number; parts: ConfidenceParts } {
  const sum = Object.values(parts).reduce((total, points) => total + points, 0);
  const score = Math.min(MOST, Math.max(0, sum));
  return { score, parts: score === sum ? parts : { ...parts, limit: score - sum } };
}

/**
 * Whether the store's own times are consistent with the click: a click after the store began the install cannot have
 * caused it.
 */
function storeTimes(install: InstallFacts, candidate: Candidate): number {
  const { storeClickAt, installBeganAt } = install;
  if (installBeganAt !== null && candidate.clickedAt > installBeganAt + STORE_SECOND_MS) return -30;
  if (storeClickAt === null) return 0;
  return Math.abs(storeClickAt - candidate.clickedAt) <= MINUTE_MS ? 1 : 0;
}

/** The parts of every match with an identified click: what agrees hardly adds to it, what contradicts it costs a lot. */
export function clickParts(share: number, install: InstallFacts, candidate: Candidate): ConfidenceParts {
  return {
    match_type: share,
    time_to_install: install.installedAt - candidate.clickedAt <= HOUR_MS ? 1 : 0,
    device_model: { same: 1, different: -10, unknown: 0 }[
      compareModels(install.deviceModel, candidate.deviceModel)
    ],
    os: { same: 1, different: -6, unknown: 0 }[compareSystems(install, candidate)],
    store_times: storeTimes(install, candidate),
    integrity_token: install.hasIntegrityToken ? 1 : 0,
  };
}

export type Comparison = 'same' | 'different' | 'unknown';

/** Compares two names of a device model: browsers and apps differ in case, spaces and a leading manufacturer. */
export function compareModels(a: string | null, b: string | null): Comparison {
  const [left, right] = [plainName(a), plainName(b)];
  if (left === '' || right === '') return 'unknown';
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return short === long || (short.length >= 4 && long.endsWith(short)) ? 'same' : 'different';
}

interface OperatingSystem {
  readonly osName: string | null;
  readonly osVersion: string | null;
}

/** Compares operating systems by name and major version, as far as both are known. */
export function compareSystems(a: OperatingSystem, b: OperatingSystem): Comparison {
  if (plainName(a.osName) !== '' && plainName(b.osName) !== '' && plainName(a.osName) !== plainName(b.osName))
    return 'different';
  const [left, right] = [majorVersion(a.osVersion), majorVersion(b.osVersion)];
  if (left === null || right === null) return 'unknown';
  return left === right ? 'same' : 'different';
}

/** A name of a device or system without case, spaces and punctuation. */
export function plainName(text: string | null): string {
  return (text ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
}

export function majorVersion(version: string | null): string | null {
  return /\d+/.exec(version ?? '')?.[0] ?? null;
}
