import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What the service counts about itself. A domain adds its own to the registry where it is built. */
export interface Metrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'tributary_' });
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'tributary_http_request_seconds',
      help: 'Time from a request to its answer, by route',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
  };
}
