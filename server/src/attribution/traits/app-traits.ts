import { majorVersion, plainName } from '../facts/confidence.ts';
import { shareAmong, type TraitShares, USUAL_SHARES } from '../facts/trait-shares.ts';

/** How many devices of an app there are, of each model and of each version of a system. */
export interface AppTraits {
  readonly devices: number;
  readonly models: ReadonlyMap<string, number>;
  readonly versions: ReadonlyMap<string, number>;
}

export const NO_TRAITS: AppTraits = { devices: 0, models: new Map(), versions: new Map() };

/** A value of a dimension, with how many devices have it. */
export interface TraitCount {
  readonly dimension: string;
  readonly value: string;
  readonly installs: number;
}

/** Adds up the counts of an app. Models and versions are told apart as clicks and installs are compared. */
export function addTraits(counts: readonly TraitCount[]): AppTraits {
  const models = new Map<string, number>();
  const versions = new Map<string, number>();
  let devices = 0;
  for (const { dimension, value, installs } of counts) {
    const isModel = dimension === 'device_model';
    if (isModel) devices += installs;
    const name = isModel ? plainName(value) : majorVersion(value);
    const into = isModel ? models : versions;
    if (name) into.set(name, (into.get(name) ?? 0) + installs);
  }
  return { devices, models, versions };
}

/** How common a device's traits are among those of its app; usual, as far as the app is young. */
export function sharesAmong(
  { devices, models, versions }: AppTraits,
  { deviceModel, osVersion }: { readonly deviceModel: string | null; readonly osVersion: string | null },
): TraitShares {
  const ofModel = models.get(plainName(deviceModel)) ?? 0;
  const ofVersion = versions.get(majorVersion(osVersion) ?? '') ?? 0;
  return {
    model: shareAmong(ofModel, devices, USUAL_SHARES.model),
    osVersion: shareAmong(ofVersion, devices, USUAL_SHARES.osVersion),
  };
}

/** All of an app's devices, and how many of them are of a model. */
export function alikeAmong(
  { devices, models }: AppTraits,
  model: string | null,
): { readonly all: number; readonly alike: number } {
  return { all: devices, alike: models.get(plainName(model)) ?? 0 };
}
