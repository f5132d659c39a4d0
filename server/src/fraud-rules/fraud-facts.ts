/** What the service makes of an install's integrity token. `unverified`: there is one, and no key to check it with. */
export type IntegrityEvidence =
  | { readonly token: 'not_expected' | 'missing' | 'unverified' | 'passed' }
  | { readonly token: 'failed'; readonly because: string };

/** What is known of an install when it is reviewed, a day after its decision and again after three. Times are Unix ms. */
export interface ReviewFacts {
  /** The click that the install was attributed to; null for an organic one. */
  readonly click: { readonly clickedAt: number } | null;
  readonly deviceModel: string | null;
  /** The app's installs carry integrity tokens, and this one carries none. */
  readonly tokenMissing: boolean;
  /** Whether any event of the device has carried a token; null where that is not known. */
  readonly tokenSeen: boolean | null;
  /** Clicks on the install's link and first installs from it, over the last days; null without a link. */
  readonly linkTraffic: { readonly clicks: number; readonly installs: number } | null;
  /** First installs of the same model from the same network around this one, itself included, that clicks led to. */
  readonly alikeInstalls: number;
  /** Installs of this device around this one, itself included. */
  readonly deviceInstalls: number;
}

/** What is known of an install when it is decided. Times are Unix ms on the server's clock. */
export interface DecisionFacts extends ReviewFacts {
  readonly installedAt: number;
  readonly receivedAt: number;
  readonly click: {
    readonly clickedAt: number;
    /** The store passed the click on in its referrer. */
    readonly namedByStore: boolean;
    /** The device had followed a link of the same campaign before the store began to install: it only came back. */
    readonly cameBack: boolean;
  } | null;
  /** When the store began to install, between these times: it counts in whole seconds. Null where it did not say. */
  readonly installBegan: { readonly earliest: number; readonly latest: number } | null;
  /** As the app's HTTP client names itself. */
  readonly userAgent: string | null;
  /** The device's own clock when the event happened. */
  readonly clientTimestamp: number;
  /** How long ago it happened when it arrived, by the device's monotonic clock; null where it did not say. */
  readonly ageMs: number | null;
  readonly integrity: IntegrityEvidence;
  /** Too early: the device's other events are still to come. */
  readonly tokenSeen: null;
}
