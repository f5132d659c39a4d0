import { majorVersion, plainName } from '../facts/confidence.ts';
import { shareAmong, type TraitShares, USUAL_SHARES } from '../facts/trait-shares.ts';

/** How many devices of an app there are, of each model and of each version of a system, and how they came. */
export interface AppTraits {
  readonly devices: number;
  /** Those whose store named the click that led there. */
  readonly referred: number;
  readonly models: ReadonlyMap<string, number>;
  readonly versions: ReadonlyMap<string, number>;
}

export const NO_TRAITS: AppTraits = { devices: 0, referred: 0, models: new Map(), versions: new Map() };

/** A value of a dimension, with how many devices have it. */
export interface TraitCount {
  readonly dimension: string;
  readonly value: string;
  readonly installs: number;
  /** Those whose store named their click. */
  readonly referred: number;
}

/** Adds up the counts of an app. Models and versions are told apart as clicks and installs are compared. */
export function addTraits(counts: readonly TraitCount[]): AppTraits {
  const models = new Map<string, number>();
  const versions = new Map<string, number>();
  let devices = 0;
  let allReferred = 0;
  for (const { dimension, value, installs, referred } of counts) {
    const isModel = dimension === 'device_model';
    if (isModel) {
      devices += installs;
      allReferred += referred;
    }
    const name = isModel ? plainName(value) : majorVersion(value);
    const into = isModel ? models : versions;
    if (name) into.set(name, (into.get(name) ?? 0) + installs);
  }
  return { devices, referred: allReferred, models, versions };
}

/** How common a device's traits are among those of its app; usual, as far as the app is young. */
export function sharesAmong(
  { devices, referred, models, versions }: AppTraits,
  { deviceModel, osVersion }: { readonly deviceModel: string | null; readonly osVersion: string | null },
): TraitShares {
  const ofModel = models.get(plainName(deviceModel)) ?? 0;
  const ofVersion = versions.get(majorVersion(osVersion) ?? '') ?? 0;
  return {
    model: shareAmong(ofModel, devices, USUAL_SHARES.model),
    osVersion: shareAmong(ofVersion, devices, USUAL_SHARES.osVersion),
    referred: referredAmong({ devices, referred }),
  };
}

/** Fewer could be those of a version that is not out yet, or be forged. */
const FEWEST_REFERRED = 5;
const LEAST_REFERRED = 0.02;

/** Whether an app is known to pass on what the store says: otherwise its silence says nothing. */
export function passesOnReferrers({ devices, referred }: Pick<AppTraits, 'devices' | 'referred'>): boolean {
  return referred >= FEWEST_REFERRED && referred >= LEAST_REFERRED * devices;
}

/** The share of an app's devices that a referrer led to it; usual, where the app does not pass on what the store says. */
export function referredAmong(known: Pick<AppTraits, 'devices' | 'referred'>): number {
  const usual = USUAL_SHARES.referred;
  return passesOnReferrers(known) ? shareAmong(known.referred, known.devices, usual) : usual;
}

/** All of an app's devices, and how many of them are of a model. */
export function alikeAmong(
  { devices, models }: AppTraits,
  model: string | null,
): { readonly all: number; readonly alike: number } {
  return { all: devices, alike: models.get(plainName(model)) ?? 0 };
}
