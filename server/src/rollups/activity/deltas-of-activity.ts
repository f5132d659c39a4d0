import type { Deltas } from '../apply-deltas.ts';
import { type CountedActivity, cohortDelta } from '../cohort-delta.ts';
import { cohortGroupDeltas } from '../groups/group-deltas.ts';
import type { InstallGroups } from '../groups/install-groups.ts';

/** All that counted activity changes, with the groups of its device’s install: `sign` 1 counts it, -1 takes it back. */
export function deltasOfActivity(
  facts: readonly (CountedActivity & InstallGroups)[],
  sign: 1 | -1,
): Pick<Deltas, 'cohorts' | 'cohortGroups'> {
  return {
    cohorts: facts.map((fact) => cohortDelta(fact, sign)),
    cohortGroups: facts.flatMap((fact) => cohortGroupDeltas(fact, sign)),
  };
}
