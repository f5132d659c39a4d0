/** Plan features that can be required. */
export type Feature = 'cohorts' | 'fraud_detection' | 'roas' | 'importer';

export interface Plan {
  /** Events per UTC month; Infinity for no limit. */
  readonly monthlyEvents: number;
  readonly maxApps: number;
  readonly features: ReadonlySet<Feature>;
}

const ALL_FEATURES: ReadonlySet<Feature> = new Set(['cohorts', 'fraud_detection', 'roas', 'importer']);

const PLANS = {
  free: { monthlyEvents: 10_000, maxApps: 1, features: new Set() },
  growth: { monthlyEvents: 1_000_000, maxApps: 10, features: new Set(['cohorts', 'roas', 'importer']) },
  scale: { monthlyEvents: 100_000_000, maxApps: 100, features: ALL_FEATURES },
  self_hosted: {
    monthlyEvents: Number.POSITIVE_INFINITY,
    maxApps: Number.POSITIVE_INFINITY,
    features: ALL_FEATURES,
  },
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as [PlanName, ...PlanName[]];

/** The plan with this name; an unknown name gets the smallest plan. */
export function planNamed(name: string): Plan {
  return Object.hasOwn(PLANS, name) ? PLANS[name as PlanName] : PLANS.free;
}
