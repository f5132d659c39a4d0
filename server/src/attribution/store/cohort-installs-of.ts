import type { CohortInstall } from '../../counters/count-cohort-installs.ts';
import type { RecordedInstall } from './record-installs.ts';
import type { StoredDecision } from './store-attributions.ts';

/** The installs that a cohort gains, in the groups that were decided. */
export function cohortInstallsOf(
  installs: readonly RecordedInstall[],
  decisions: readonly StoredDecision[],
): CohortInstall[] {
  const decided = new Map(decisions.map((decision) => [decision.install_id, decision]));
  return installs.flatMap(({ event, installId, deviceId, cohortDay }) => {
    const groups = decided.get(installId);
    if (cohortDay === null || groups === undefined) return [];
    const { customer_id, app_id } = event;
    return [{ customer_id, app_id, device_id: deviceId, cohort_day: cohortDay, groups }];
  });
}
