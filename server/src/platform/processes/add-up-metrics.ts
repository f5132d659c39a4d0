import { AggregatorRegistry } from 'prom-client';
import type { MetricValues } from './questions.ts';

/** The metrics of all processes, as those of one. */
export interface MetricTotals {
  /** What a process counts and holds now. @param number the process's. */
  note(number: number, values: MetricValues): void;
  /** The process has ended: what it has counted remains, and what it held is gone. */
  retire(number: number): void;
  /** In the Prometheus text format. */
  text(): Promise<string>;
}

/** The library leaves it out of sums. Here the first of them says when the service was started. */
const STARTED = 'process_start_time_seconds';

/** Adds up what processes have noted, so that no counter is lower after the end of a process than it was before. */
export function createMetricTotals(): MetricTotals {
  const living = new Map<number, MetricValues>();
  let ended: Promise<MetricValues> = Promise.resolve([]);

  /** Processes may end while it waits. */
  async function countedByEnded(): Promise<MetricValues> {
    const asked = ended;
    const counted = await asked;
    return asked === ended ? counted : countedByEnded();
  }

  return {
    note(number, values) {
      living.set(number, values.map(withAggregator));
    },
    retire(number) {
      const counted = (living.get(number) ?? []).filter(isCount);
      living.delete(number);
      ended = ended.then((before) => AggregatorRegistry.aggregate([before, counted]).getMetricsAsJSON());
    },
    async text() {
      const before = await countedByEnded();
      return AggregatorRegistry.aggregate([...living.values(), before]).metrics();
    },
  };
}

/** Counters and histograms only grow; a gauge says how a process is. */
function isCount({ type }: MetricValues[number]): boolean {
  return ['counter', 'histogram'].includes(String(type));
}

function withAggregator(metric: MetricValues[number]): MetricValues[number] {
  return metric.name === STARTED ? { ...metric, aggregator: 'min' } : metric;
}
