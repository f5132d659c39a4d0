export type LogLevel = 'NONE' | 'ERROR' | 'DEBUG' | 'VERBOSE';

/** What an app may configure; everything is optional. What the account has set on the service overrides it. */
export interface ClientConfig {
  /** Events buffered before a send, 1 to 50; default 50. */
  batchSize?: number;
  /** Time between sends in ms; default 30000. */
  flushIntervalMs?: number;
  /** Hold events back while on a mobile network; default true. */
  wifiOnlyMode?: boolean;
  /** Hold events back while the battery is low; default true. */
  suppressOnLowBattery?: boolean;
  /** Percentage below which the battery counts as low; default 15. */
  lowBatteryThreshold?: number;
  /** How often a batch is sent before it waits for a later session; default 5. */
  maxRetryAttempts?: number;
  /** Maximum number of events on disk; beyond it the oldest are dropped; default 10000. */
  maxOfflineQueueSize?: number;
  /**
   * How many bytes the SDK may take up of a storage that the app has to share with it: AsyncStorage in React Native, by
   * default 3 MB, and localStorage on web pages, by default 1 MB; beyond it the oldest events are dropped. No effect in Node.
   */
  maxStorageBytes?: number;
  /** URL of the ingest endpoint: https, or http on a loopback host; see `parseEndpoint`. */
  ingestEndpoint?: string;
  /**
   * For development: `ingestEndpoint` may be http on a private address or a name that ends in `.local`, as where a phone
   * reaches a service on your machine. Default false, and true in a development build of a React Native app (`__DEV__`).
   */
  allowInsecure?: boolean;
  /** Default NONE. */
  logLevel?: LogLevel;
  /** Explains problems in the log: an unknown key, a wrong clock, refused events. Short for `logLevel: 'DEBUG'`. */
  debug?: boolean;
  /** false: nothing is recorded or sent until the user agrees and `enableTracking` is called; default true. */
  trackingEnabled?: boolean;
  /** Track `install` at the first start; default true on web pages and phones, false in Node. */
  autoInstall?: boolean;
  /** Track `session_start` and `session_end`; default true on web pages and phones, false in Node. */
  autoSessions?: boolean;
  /** Track `page_view` whenever a web page is opened or its address changes; default false. */
  pageViews?: boolean;
  /** false: the advertising id is never read; default true. */
  collectAdvertisingId?: boolean;
  /** Account and application, if not the ones that the key resolves to. */
  customerId?: string | null;
  appId?: string | null;
}
