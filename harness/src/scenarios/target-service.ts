import type { Transport } from '../network/exchange.ts';
import type { VirtualTime } from '../network/virtual-time.ts';
import type { StoredEvent } from '../soak/check-delivery.ts';

/** An event that a service has stored, and when it happened by the service's rules, Unix ms. */
export interface TimedEvent extends StoredEvent {
  readonly occurredAt: number;
}

/** The service that a scenario's devices send to. */
export interface TargetService {
  /** What it is, for the report. */
  readonly about: string;
  readonly ingestEndpoint: string;
  /** The service's clock, Unix ms. */
  readonly trueTime: () => number;
  /** Whether that clock follows the scenario's time; otherwise it is the machine's. */
  readonly isInVirtualTime: boolean;
  readonly transport: Transport;
  /** The key of an app for that many devices; a new app from time to time, since each has its own limits. */
  nextKey(): Promise<string>;
  /** Everything that is stored, whichever app it is of; undefined if it cannot be read. */
  readStored(): Promise<TimedEvent[] | undefined>;
  close(): Promise<void>;
}

/** Opens a service for a run in that time. */
export type OpenTarget = (time: VirtualTime) => Promise<TargetService>;
