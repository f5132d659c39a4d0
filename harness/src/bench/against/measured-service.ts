import type { Backend } from '../../backend/backend.ts';

/** A service that is compared with another one. */
export interface MeasuredService extends Backend {
  /** CPU time that it and its PostgreSQL have used so far, in µs. */
  usedMicros(): number;
}
