import type { SeededApp } from '../../backend/seed-apps.ts';

/** What the load generator is asked to make ready before the time counts. */
export interface PrepareLoad {
  readonly kind: 'prepare';
  readonly apps: readonly SeededApp[];
  readonly requests: number;
  /** Events in each. */
  readonly batch: number;
  /** Whether events tell their device; without, no device-days are recorded. */
  readonly withIds: boolean;
}

/** Asks for the prepared requests to be sent to a service. */
export interface RunLoad {
  readonly kind: 'run';
  readonly port: number;
  readonly connections: number;
  /** Share of the requests that only warm up. */
  readonly warmUp: number;
  /** Requests a second, for a load that does not wait for answers; without it each connection sends when it can. */
  readonly perSecond?: number;
}

/** Ends a run after the requests that are under way. */
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
  /** Times from a request (its turn, in a paced load) to its answer, in ms, sorted. */
  readonly latencies: number[];
}

export type LoadReport =
  | { readonly kind: 'prepared' }
  | { readonly kind: 'warm' }
  | ({ readonly kind: 'done' } & LoadResult);
