/** The service's settings: what the account has set, else the platform's defaults. */
export interface RemoteConfig {
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

/** Body of a 200 response from `GET /v1/resolve-key`. */
export interface ResolvedKey {
  customer_id: string;
  app_id: string;
  /** Signs events; never sent anywhere. */
  sdk_secret: string;
  /** Says, sealed, from which network the key was resolved; the SDK signs it into its install. */
  network_token?: string;
  /** Missing if its look-up failed; the SDK then keeps what it has. */
  config?: RemoteConfig;
  /** The names of what the account has set itself; the rest of `config` are the platform's defaults. Comes with it. */
  overridden?: readonly (keyof RemoteConfig)[];
}
