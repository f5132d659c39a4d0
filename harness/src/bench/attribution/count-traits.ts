import { shareAmong, type TraitShares, USUAL_SHARES } from '@tributary/server/attribution/facts/trait-shares';

interface Traits {
  readonly device_model?: string | undefined;
  readonly os_version?: string | undefined;
}

/** Counts the traits of the devices of each app, as the service does from one day to the next. */
export function countTraits() {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  return {
    /** How common the traits of the next device of an app are among those before it. */
    next(app: number, { device_model, os_version }: Traits): TraitShares {
      const [all, model, version] = [
        `${app}`,
        `${app} model ${device_model}`,
        `${app} version ${os_version}`,
      ];
      const shares = {
        model: shareAmong(countOf(model), countOf(all), USUAL_SHARES.model),
        osVersion: shareAmong(countOf(version), countOf(all), USUAL_SHARES.osVersion),
      };
      for (const key of [all, model, version]) counts.set(key, countOf(key) + 1);
      return shares;
    },
  };
}
