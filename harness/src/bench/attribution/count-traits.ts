import { shareAmong, type TraitShares, USUAL_SHARES } from '@tributary/server/attribution/facts/trait-shares';
import { passesOnReferrers, referredAmong } from '@tributary/server/attribution/traits/app-traits';

interface Device {
  readonly device_model?: string | undefined;
  readonly os_version?: string | undefined;
  /** Whether the store names its click. */
  readonly isReferred: boolean;
}

/** Counts the devices of each app, as the service does from one day to the next. */
export function countTraits() {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  return {
    /** How common the traits of the next device of an app are among those before it, and what its app is known to do. */
    next(
      app: number,
      { device_model, os_version, isReferred }: Device,
    ): { readonly traits: TraitShares; readonly passesOn: boolean } {
      const keys = [
        `${app}`,
        `${app} model ${device_model}`,
        `${app} version ${os_version}`,
        `${app} referred`,
      ] as const;
      const [devices, model, version, referred] = keys.map(countOf) as [number, number, number, number];
      for (const key of keys.slice(0, isReferred ? 4 : 3)) counts.set(key, countOf(key) + 1);
      return {
        traits: {
          model: shareAmong(model, devices, USUAL_SHARES.model),
          osVersion: shareAmong(version, devices, USUAL_SHARES.osVersion),
          referred: referredAmong({ devices, referred }),
        },
        passesOn: passesOnReferrers({ devices, referred }),
      };
    },
  };
}
