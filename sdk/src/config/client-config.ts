export type LogLevel = 'NONE' | 'ERROR' | 'DEBUG' | 'VERBOSE';

/**
 * What an app may set; everything is optional. Values from the service win over these (contract: "Client
 * configuration defaults and delivery rules").
 */
export interface ClientConfig {
  /** Events buffered before a send, 1 to 50; default 50. */
  batchSize?: number;
  /** Time between sends in ms; default 30000. */
  flushIntervalMs?: number;
  /** Hold events while on a mobile network; default true. */
  wifiOnlyMode?: boolean;
  /** Hold events while the battery is low; default true. */
  suppressOnLowBattery?: boolean;
  /** Percent below which the battery is low; default 15. */
  lowBatteryThreshold?: number;
  /** Sends of one batch before it waits for a later session; default 5. */
  maxRetryAttempts?: number;
  /** Most events kept on disk; beyond it the oldest are dropped; default 10000. */
  maxOfflineQueueSize?: number;
  /** URL of the ingest endpoint, https, or http on a loopback host; see `parseEndpoint`. */
  ingestEndpoint?: string;
  /** Default NONE. */
  logLevel?: LogLevel;
  /** false: the advertising id is never read; default true. */
  collectAdvertisingId?: boolean;
  /** Account and application, where the app would rather not take them from the key. */
  customerId?: string | null;
  appId?: string | null;
}
