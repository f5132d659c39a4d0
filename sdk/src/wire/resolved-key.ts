/** The service's settings: what the account has set, else the platform's defaults. */
export interface RemoteValues {
  tracking_enabled: boolean;
  /** Share of installations whose events are sent, 0 to 1. */
  sampling_rate: number;
  batch_size: number;
  flush_interval_ms: number;
  wifi_only_mode: boolean;
  suppress_on_low_battery: boolean;
  /** Percent. */
  low_battery_threshold: number;
  max_retry_attempts: number;
  max_offline_queue_size: number;
  /** null means the endpoint that the app configured. */
  ingest_endpoint: string | null;
}

export interface RemoteConfig extends RemoteValues {
  /** The settings that the account has set: they override the app's own, the others do not. */
  overridden: (keyof RemoteValues)[];
}

/** Body of a 200 response from `GET /v1/resolve-key`. */
export interface ResolvedKey {
  customer_id: string;
  app_id: string;
  /** Signs events; never sent anywhere. */
  sdk_secret: string;
  /** Missing if its look-up failed; the SDK then keeps what it has. */
  config?: RemoteConfig;
}
