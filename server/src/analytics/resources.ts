import type { Resource } from './resource.ts';
import { attributionLog } from './resources/attribution-log.ts';
import { cohorts } from './resources/cohorts.ts';
import { events } from './resources/events.ts';
import { fraud } from './resources/fraud.ts';
import { installs } from './resources/installs.ts';
import { payments } from './resources/payments.ts';
import { revenue } from './resources/revenue.ts';
import { roas } from './resources/roas.ts';
import { summary } from './resources/summary.ts';

/** Every resource, in the order in which they are listed; `health` is the endpoint's own. */
export const RESOURCES = [
  summary,
  installs,
  cohorts,
  fraud,
  attributionLog,
  revenue,
  roas,
  payments,
  events,
] as const;

/** @returns undefined for a name that is none. */
export function resourceNamed(name: string): Resource | undefined {
  return RESOURCES.find((resource: Resource) => resource.name === name);
}
