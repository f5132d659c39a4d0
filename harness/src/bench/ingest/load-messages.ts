import type { SeededApp } from '../../backend/seed-apps.ts';

/** Makes the load generator prepare its requests before the measurement. */
export interface PrepareLoad {
  readonly kind: 'prepare';
  readonly apps: readonly SeededApp[];
  readonly requests: number;
  /** Events per request. */
  readonly batch: number;
  /** Whether events have an installation id; without it no device-days are recorded. */
  readonly withIds: boolean;
}

/** Sends the prepared requests to a service. */
export interface RunLoad {
  readonly kind: 'run';
  readonly port: number;
  readonly connections: number;
  /** Share of the requests that only warm up the service. */
  readonly warmUp: number;
  /** Requests a second, whether or not responses keep up; without it each connection sends as soon as it is free. */
  readonly perSecond?: number;
}

/** Ends a run after the requests in flight. */
interface StopLoad {
  readonly kind: 'stop';
}

export type LoadCommand = PrepareLoad | RunLoad | StopLoad;

export interface LoadResult {
  readonly requests: number;
  readonly events: number;
  /** Events answered `accepted`. */
  readonly accepted: number;
  readonly seconds: number;
  /** Times from a request (from when it was due, in a paced load) to its response, in ms, sorted. */
  readonly latencies: number[];
}

export type LoadReport =
  | { readonly kind: 'prepared' }
  | { readonly kind: 'warm' }
  | ({ readonly kind: 'done' } & LoadResult);
