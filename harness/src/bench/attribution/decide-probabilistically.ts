import { type Decision, decide } from '@tributary/server/attribution/decide/decide';
import { DEFAULT_SETTINGS } from '@tributary/server/attribution/facts/attribution-settings';
import type { InstallTruth } from '../../world/truth.ts';
import type { WorldParameters } from '../../world/world-parameters.ts';
import { type Conditions, findTraceless } from './find-traceless.ts';

/** An honest install that names no click, and what the service decides about it. */
export interface ProbabilisticOutcome {
  readonly truth: InstallTruth;
  readonly decision: Decision;
  /** Whether the decision names the person's own click on the link that brought them, or correctly names none. */
  readonly isRight: boolean;
}

/** Decides the installs of a world that only likeness can attribute. */
export function* decideProbabilistically(
  seed: number,
  installs: number,
  world?: WorldParameters,
  conditions?: Conditions,
): Generator<ProbabilisticOutcome> {
  for (const { truth, install, candidates, isCause } of findTraceless(seed, installs, world, conditions)) {
    const decision = decide(install, candidates, DEFAULT_SETTINGS);
    yield { truth, decision, isRight: isCause(decision.clickId) };
  }
}
