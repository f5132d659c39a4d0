import type { Registry } from 'prom-client';
import type { ParentChannel, Readiness, ServiceReadiness } from './questions.ts';

/** What the service says of itself, all its processes together. */
export interface ServiceReport {
  /** Whether every process responds. */
  alive(): Promise<boolean>;
  readiness(): Promise<ServiceReadiness>;
  /** In the Prometheus text format. */
  metrics(): Promise<string>;
}

interface OwnState {
  readonly registry: Registry;
  /** @throws if the database cannot be reached. */
  readonly askDatabase: () => Promise<Exclude<Readiness, 'away'>>;
}

/** @param parent where this process is one of several; it then asks this process as well. */
export function createServiceReport(
  { registry, askDatabase }: OwnState,
  parent: ParentChannel | undefined,
): ServiceReport {
  const readiness = () => askDatabase().catch(() => 'away' as const);
  if (parent === undefined) return { alive: async () => true, readiness, metrics: () => registry.metrics() };
  parent.answer('alive', () => true);
  parent.answer('readiness', readiness);
  parent.answer('metrics', () => registry.getMetricsAsJSON());
  return {
    alive: () => parent.ask('alive', null),
    readiness: () => parent.ask('readiness', null),
    metrics: () => parent.ask('metrics', null),
  };
}
