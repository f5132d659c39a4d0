import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../version.ts';

/**
 * The service's own metrics (docs/running/metrics.md). Each domain adds its metrics to the registry where it is constructed.
 */
export interface Metrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
}

/** The registry of a process, with the process's own metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'tributary_build_info',
    help: 'Always 1; its labels say what is running',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers,
  }).set({ version: VERSION, node: process.versions.node }, 1);
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from a request to its answer, by route',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
  };
}
