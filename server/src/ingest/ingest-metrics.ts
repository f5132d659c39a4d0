import type { IngestResultItem } from '@tributary/sdk/wire/ingest-response';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Ingest's own metrics. */
export interface IngestMetrics {
  /** Counts one answered request's events by result and code. */
  countResults(results: readonly IngestResultItem[]): void;
  /** Records the duration of one commit. */
  timeCommit(events: number, seconds: number): void;
}

/** @param held events waiting or being committed, read whenever the metrics are scraped. */
export function createIngestMetrics(registry: Registry, held: () => number): IngestMetrics {
  const registers = [registry];
  const events = new Counter({
    name: 'tributary_ingest_events_total',
    help: 'Events answered, by result and, if rejected, error code',
    labelNames: ['status', 'code'] as const,
    registers,
  });
  const requestEvents = new Histogram({
    name: 'tributary_ingest_request_events',
    help: 'Events in a request',
    buckets: [1, 2, 5, 10, 20, 50],
    registers,
  });
  const commitEvents = new Histogram({
    name: 'tributary_ingest_commit_events',
    help: 'Events in a commit',
    buckets: [1, 5, 20, 50, 100, 200, 500, 1000],
    registers,
  });
  const commitSeconds = new Histogram({
    name: 'tributary_ingest_commit_seconds',
    help: 'Time of a commit',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  new Gauge({
    name: 'tributary_ingest_queue_events',
    help: 'Events waiting to be stored or being stored',
    registers,
    collect() {
      this.set(held());
    },
  });
  return {
    countResults(results) {
      requestEvents.observe(results.length);
      for (const [status, ofStatus] of Map.groupBy(results, (result) => result.status)) {
        for (const [code, { length }] of Map.groupBy(ofStatus, (result) => result.code ?? '')) {
          events.inc({ status, code }, length);
        }
      }
    },
    timeCommit(count, seconds) {
      commitEvents.observe(count);
      commitSeconds.observe(seconds);
    },
  };
}
