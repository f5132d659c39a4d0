/** What an app's integrity tokens say of a device. `unverified`: there is one, and no key to check it with. */
export type IntegrityEvidence =
  | { readonly token: 'not_expected' | 'missing' | 'unverified' | 'passed' }
  | { readonly token: 'failed'; readonly because: string };

/** Everything that the rules look at. Times are Unix ms on the server's clock. */
export interface FraudFacts {
  readonly installedAt: number;
  readonly receivedAt: number;
  /** The click that the install was attributed to; null for an organic one. */
  readonly click: {
    readonly clickedAt: number;
    /** The store handed the click on in its referrer. */
    readonly namedByStore: boolean;
    /** The same device had followed the same campaign's link before the store began: it only came back. */
    readonly cameBack: boolean;
  } | null;
  /** When the store began to install; null where it did not say. */
  readonly installBeganAt: number | null;
  readonly deviceModel: string | null;
  /** What the app's HTTP client says of the device. */
  readonly userAgent: string | null;
  /** The device's own clock when the event happened. */
  readonly clientTimestamp: number;
  /** How long ago it happened when it arrived, by the device's monotonic clock; null where it did not say. */
  readonly ageMs: number | null;
  readonly integrity: IntegrityEvidence;
  /** Whether any event of the device had a token by now; null while it is too early to tell. */
  readonly tokenSeen: boolean | null;
  /** Clicks on the install's link and first installs from it, over the last days; null without a link. */
  readonly linkTraffic: { readonly clicks: number; readonly installs: number } | null;
  /** First installs of the same model from the same network around this one, itself included, that clicks led to. */
  readonly alikeInstalls: number;
  /** Installs of this device around this one, itself included. */
  readonly deviceInstalls: number;
}
