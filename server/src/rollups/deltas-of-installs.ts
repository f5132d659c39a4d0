import type { Deltas } from './apply-deltas.ts';
import { campaignDelta } from './campaign-delta.ts';
import { installGroupDeltas } from './groups/group-deltas.ts';
import type { InstallGroups } from './groups/install-groups.ts';
import { type CountedInstall, installDelta } from './install-delta.ts';
import { linkInstallDelta } from './link-delta.ts';

/** All that counted attributions change: `sign` 1 counts them, -1 takes back exactly what was counted. */
export function deltasOfInstalls(facts: readonly (CountedInstall & InstallGroups)[], sign: 1 | -1): Deltas {
  return {
    installs: facts.flatMap((fact) => installDelta(fact, sign)),
    campaigns: facts.flatMap((fact) => campaignDelta(fact, sign)),
    links: facts.flatMap((fact) => linkInstallDelta(fact, sign)),
    installGroups: facts.flatMap((fact) => installGroupDeltas(fact, sign)),
  };
}
