import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../settings/version.ts';

/**
 * The service's own metrics (docs/running/metrics.md). Each domain adds its metrics to the registry where it is constructed.
 */
export interface Metrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
}

let measured: Registry | undefined;

/**
 * What the library measures of this process. It never stops measuring, and would keep the registry of each service that it
 * measures for: so it does it once, however many services the process starts.
 */
function ofThisProcess(): Registry {
  if (measured === undefined) {
    measured = new Registry();
    collectDefaultMetrics({ register: measured });
  }
  return measured;
}

/** The registry of a service, with the metrics of its process. */
export function createMetrics(): Metrics {
  const registry = Registry.merge([ofThisProcess()]);
  const registers = [registry];
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
