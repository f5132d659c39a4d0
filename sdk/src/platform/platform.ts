import type { EventStore } from '../queue/event-store.ts';

/** Everything that the SDK needs of the machine it runs on; one implementation for each kind of machine. */
export interface Platform {
  clock: Clock;
  timers: Timers;
  /** Cryptographically strong random bytes. */
  randomBytes(count: number): Uint8Array;
  http(request: HttpRequest): Promise<HttpResponse>;
  storage: PlatformStorage;
  network(): Promise<NetworkKind>;
  /** Charge in percent; undefined where it cannot be known. */
  batteryPercent(): Promise<number | undefined>;
  device(): Promise<DeviceContext>;
  /** Never called when the app set `collectAdvertisingId` to false. */
  advertisingId(): Promise<string | undefined>;
  lifecycle: Lifecycle;
  /** Where a line of the SDK's log goes; called only for levels that the app asked for. */
  log(level: 'ERROR' | 'DEBUG' | 'VERBOSE', message: string): void;
}

export interface Clock {
  /** Wall clock, Unix ms. */
  now(): number;
  /** A clock that is never set, in ms since any fixed point. */
  monotonic(): number;
  /** Names the fixed point: readings compare only under the same epoch. */
  epoch: string;
  /** Whether `monotonic` goes on while the machine sleeps. */
  countsSleep: boolean;
}

export interface Timers {
  /**
   * Runs `run` once, `delayMs` from now, unless the returned function is called before. A timer that is
   * `background` does not keep a process alive which has nothing else to do.
   */
  after(delayMs: number, run: () => void, options?: { background: boolean }): () => void;
}

export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: Uint8Array;
  /** The request fails when no complete answer is there by then. */
  timeoutMs: number;
}

export interface HttpResponse {
  status: number;
  /** Seconds or an HTTP date, as sent. */
  retryAfter: string | undefined;
  text: string;
}

export interface PlatformStorage {
  values: KeyValueStore;
  /** Opens the queue of that name; `name` is made of `a-z 0-9 -`. */
  openEvents(name: string): Promise<EventStore>;
  /** One lease for each queue: whoever holds it may send from the queue. */
  openLease(name: string): Promise<Lease>;
}

/** Small values that outlive the process. Keys are made of `a-z 0-9 - .`. */
export interface KeyValueStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  /** Stores the value unless there is one, and returns the one that is stored then. */
  setIfAbsent(key: string, value: string): Promise<string>;
  remove(key: string): Promise<void>;
}

/**
 * A record that says which process or tab sends. It saves double work; where two should hold it for a
 * moment after all, the server's deduplication keeps the result right.
 */
export interface Lease {
  /** Takes or prolongs the lease for `ttlMs` from `now` (Unix ms); false where another holds it. */
  acquire(now: number, ttlMs: number): Promise<boolean>;
  /** Gives the lease up, so that another need not wait until it runs out. */
  release(): Promise<void>;
}

export type NetworkKind = 'none' | 'wifi' | 'cellular' | 'unknown';

/** What goes with every event as the device's and the app's description; absent is unknown. */
export interface DeviceContext {
  android_id?: string;
  device_model?: string;
  os_name?: string;
  os_version?: string;
  app_version?: string;
  screen_resolution?: string;
  user_agent?: string;
}

export interface Lifecycle {
  /** Calls `listener` each time the app leaves the screen or is about to end; returns how to stop. */
  onBackground(listener: () => void): () => void;
}
