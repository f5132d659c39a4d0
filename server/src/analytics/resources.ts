import type { AnyResource } from './resource.ts';
import { attributionLog } from './resources/attribution-log.ts';
import { cohorts } from './resources/cohorts.ts';
import { fraud } from './resources/fraud.ts';
import { installs } from './resources/installs.ts';
import { payments } from './resources/payments.ts';
import { revenue } from './resources/revenue.ts';
import { roas } from './resources/roas.ts';
import { summary } from './resources/summary.ts';

/** Every resource under its name on the wire; `health` is the endpoint's own. */
export const RESOURCES = {
  summary,
  installs,
  cohorts,
  fraud,
  attribution_log: attributionLog,
  revenue,
  roas,
  payments,
};

/** @returns undefined for a name that is none. */
export function resourceNamed(name: string): AnyResource | undefined {
  return isResource(name) ? RESOURCES[name] : undefined;
}

function isResource(name: string): name is keyof typeof RESOURCES {
  return Object.hasOwn(RESOURCES, name);
}
