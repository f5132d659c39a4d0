import type { Cohort } from './heat-map.tsx';

/** How many devices came back so many days after their install, of those whose day has begun. */
export interface Point {
  readonly day: number;
  readonly devices: number;
  readonly installs: number;
}

/** From 0 to 1; 0 of nothing. */
export const shareOf = ({ devices, installs }: Point) => (installs === 0 ? 0 : devices / installs);

/** Only cohorts whose day has begun count for it. */
export function pointsOf(cohorts: readonly Cohort[]): Point[] {
  const offsets = cohorts[0]?.retention.map(({ day }) => day) ?? [];
  return offsets.flatMap((day, at) => {
    const old = cohorts.filter(({ retention }) => retention[at]?.devices != null);
    if (old.length === 0) return [];
    const installs = old.reduce((sum, cohort) => sum + cohort.installs, 0);
    const devices = old.reduce((sum, { retention }) => sum + (retention[at]?.devices ?? 0), 0);
    return [{ day, devices, installs }];
  });
}
