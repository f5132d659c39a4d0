import type { UnsignedEvent } from '../wire/event.ts';
import type { EventStore } from './event-store.ts';
import type { LineLevel, Logger } from './logger.ts';
import type { WriteAhead } from './write-ahead.ts';

/** Everything the SDK needs from the machine it runs on; one implementation per kind of machine. */
export interface Platform {
  clock: Clock;
  timers: Timers;
  /** Cryptographically strong random bytes. */
  randomBytes(count: number): Uint8Array;
  http(request: HttpRequest): Promise<HttpResponse>;
  /** Compresses a request's body; gives undefined or fails where that is not possible, and it is then sent uncompressed. */
  gzip(body: Uint8Array): Promise<Uint8Array | undefined>;
  storage: PlatformStorage;
  network(): Promise<NetworkKind>;
  /** Battery charge in percent; undefined if it cannot be known. */
  batteryPercent(): Promise<number | undefined>;
  device(): Promise<DeviceContext>;
  /** Never called if the app has set `collectAdvertisingId` to false. */
  advertisingId?(): Promise<string | undefined>;
  /** The advertising id of iOS, if the user allows tracking; read on phones, under the same condition. */
  idfa?(): Promise<string | undefined>;
  /** What the user of iOS has said of tracking; undefined if nobody can tell. */
  trackingStatus?(): Promise<TrackingStatus | undefined>;
  /** The code that a landing page has put into the clipboard; only there if the app has opted in. */
  clipboardCode?: (() => Promise<string | undefined>) | undefined;
  /** What the store knows about the install; undefined if it knows nothing. */
  installReferrer?(): Promise<InstallReferrer | undefined>;
  lifecycle: Lifecycle;
  /** Where the system tells which URLs open the app. */
  links?: LinkSource | undefined;
  /** Whether a person uses the app: its install and sessions are then tracked unless the app says otherwise. */
  isInteractive?: boolean;
  /** Calls `listener` for the current page and whenever its address changes; returns a function that stops it. */
  onPageView?(listener: (page: Record<string, unknown>) => void): () => void;
  /** Resolves when a person sees it: a page may be loaded before, and never be shown. Without it that is now. */
  shown?: Promise<unknown> | undefined;
  /** Of the page, to which an endpoint may be relative. */
  origin?: string;
  /** Whether it may end soon after its start, as a page does: the first event is then sent at once. */
  isShortLived?: boolean;
  /** Writes a line of the SDK's log; called only for levels that the app has enabled. */
  log(level: LineLevel, message: string): void;
  /** Whether this is a development build, which may send to a private address without https. */
  isDevelopment?: boolean;
  /** Whether its clients are inactive, as where a page is rendered on a server by the entry for Node. */
  isInert?: boolean;
  /** Tells the log what the platform lacks, a sentence each. */
  explain?(log: Logger): void;
}

export type TrackingStatus = 'authorized' | 'denied' | 'restricted' | 'not-determined';

export interface LinkSource {
  /** The URL that the app was started by; undefined without one. */
  initialUrl(): Promise<string | undefined>;
  /** Calls `listener` with each URL that opens the running app; returns a function that stops it. */
  onUrl(listener: (url: string) => void): () => void;
  /** Whether a link of that URL may be one of the service's. */
  isLink(url: string): boolean;
}

export interface Clock {
  /** Wall clock, Unix ms. */
  now(): number;
  /** A clock that is never adjusted, in ms since some fixed point. */
  monotonic(): number;
  /** Identifies the fixed point: readings are comparable only within the same epoch. */
  epoch: string;
  /** Whether `monotonic` advances while the machine sleeps. */
  countsSleep: boolean;
}

export interface Timers {
  /**
   * Calls `run` once, `delayMs` from now, unless the returned function is called before. A `background` timer does not
   * keep an otherwise idle process alive.
   */
  after(delayMs: number, run: () => void, options?: { background: boolean }): () => void;
}

export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: Uint8Array;
  /** The request goes on when the page is left; its body is sent within the call. */
  keepalive?: boolean;
  /** The request fails if no complete answer has arrived by then. */
  timeoutMs: number;
}

export interface HttpResponse {
  status: number;
  /** Seconds or an HTTP date, as sent. */
  retryAfter: string | undefined;
  text: string;
}

export interface PlatformStorage {
  /** Whether it ends with the process: each start is then another installation, none of which is tracked as one. */
  isVolatile?: boolean;
  values: KeyValueStore;
  /**
   * Called before anything else where one storage serves any number of apps: says whose small values are meant. Returns what
   * ends that.
   *
   * @param name the queue's
   */
  enter?(name: string): () => void;
  /**
   * Opens the queue of that name; `name` consists of `a-z 0-9 -`.
   *
   * @param maxBytes what the app has set; used where the storage is the app's too
   * @param onDrop called with the number of events, the oldest, that had to make room
   */
  openEvents(name: string, maxBytes?: number, onDrop?: (count: number) => void): Promise<EventStore>;
  /** Where events are kept until they are in the queue of that name. */
  openAhead?(name: string, maxBytes?: number): WriteAhead;
  /** Opens the queue's lease, whose holder may send from the queue. */
  openLease(name: string): Promise<Lease>;
}

/** Small values that outlive the process. Keys consist of `a-z 0-9 - .`. */
export interface KeyValueStore {
  get(key: string): Promise<string | undefined>;
  /**
   * The same at once, if the platform can: null for nothing, undefined if that cannot be known. It may be some moments
   * behind what other tabs have stored.
   */
  peek?(key: string): string | null | undefined;
  set(key: string, value: string): Promise<void>;
  /**
   * Stores the value unless there already is one; returns the stored value. If several processes or tabs do so at once,
   * all get the same. One that is not valid counts as absent.
   */
  setIfAbsent(key: string, value: string, isValid?: (stored: string) => boolean): Promise<string>;
  remove(key: string): Promise<void>;
}

/**
 * Says which process or tab may send. It only avoids double work: if two hold it for a moment after all, the server's
 * deduplication keeps the result correct.
 */
export interface Lease {
  /** Takes or renews the lease for `ttlMs` from `now` (Unix ms); false if another holder has it. */
  acquire(now: number, ttlMs: number): Promise<boolean>;
  /** Releases the lease, so that others need not wait until it expires. */
  release(): Promise<void>;
}

export type NetworkKind = 'none' | 'wifi' | 'cellular' | 'unknown';

/** Device and app details sent with every event; absent means unknown. */
export interface DeviceContext {
  idfv?: string | undefined;
  idfa?: string | undefined;
  android_id?: string | undefined;
  device_model?: string | undefined;
  os_name?: string | undefined;
  os_version?: string | undefined;
  app_version?: string | undefined;
  screen_resolution?: string | undefined;
  /** The user's first language, as `de-AT`. */
  language?: string | undefined;
  /** By its IANA name. */
  time_zone?: string | undefined;
  user_agent?: string | undefined;
}

/** The members of an `install` event that come from the store. */
export type InstallReferrer = Pick<UnsignedEvent, 'referrer' | 'referrer_click_ts' | 'install_begin_ts'>;

export interface Lifecycle {
  /** Calls `listener` whenever the app goes to the background or is about to end; returns a function that stops it. */
  onBackground(listener: () => void): () => void;
  /** Whether it is in the background now, as when a push has started it and nobody sees it. */
  isBackground?(): boolean;
  /** Calls `listener` whenever the app is used again; its timers may have been stopped meanwhile. */
  onForeground?(listener: () => void): () => void;
  /** Calls `listener` when nothing may run after it, as when a page is left. */
  onLeave?(listener: () => void): () => void;
  /** Calls `listener` whenever sending may succeed again: the network is back, or a page is shown again. */
  onOnline?(listener: () => void): () => void;
}
