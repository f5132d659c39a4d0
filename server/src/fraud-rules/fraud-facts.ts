/** What the service makes of an install's integrity token. `unverified`: there is one, and no key to check it with. */
export type IntegrityEvidence =
  | { readonly token: 'not_expected' | 'missing' | 'unverified' | 'passed' }
  | { readonly token: 'failed'; readonly because: string };

/** Clicks on links, and what came of them. */
export interface LinkTraffic {
  readonly clicks: number;
  /** First installs that they led to. */
  readonly installs: number;
  /** Of the last ones of those: how many there are, and how many came more than an hour after their click. */
  readonly dated: number;
  readonly late: number;
  /** Of the same: how many came from another country than their click, too soon after it to have travelled. */
  readonly abroad: number;
  /** Of those whose device is known to have clicked: how many there are, and their clicks in the week before, four at most of each. */
  readonly devices: number;
  readonly deviceClicks: number;
}

/** First installs on one network. */
export interface NetworkInstalls {
  readonly all: number;
  /** Of the same model. */
  readonly alike: number;
  /** Of the same model, and led there by clicks. */
  readonly alikeFromClicks: number;
  /** From the same link. */
  readonly ofLink: number;
  /** From the same link, and of the same model. */
  readonly alikeOfLink: number;
}

/** Devices that miss the same of what an SDK does first. */
export interface HistoryCount {
  readonly missing: string;
  readonly devices: number;
}

/** What a device has done of what an SDK does first, and what others have. */
export interface Histories {
  /**
   * Names with spaces between: `key`, nothing proves that it resolved its key; `session`, it has begun none; `order`, it was
   * used before its install, or ended a session that it had not begun. Empty for nothing.
   */
  readonly missing: string;
  /** First installs of its link, itself included, by clients of its name. */
  readonly ofLink: readonly HistoryCount[];
  /** First installs that came by themselves, by clients of its name. */
  readonly organic: readonly HistoryCount[];
}

/** What is known of an install when it is reviewed, a day after its decision and again after three. Times are Unix ms. */
export interface ReviewFacts {
  /** The click that the install was attributed to; null for an organic one. */
  readonly click: { readonly clickedAt: number } | null;
  readonly installedAt: number;
  readonly deviceModel: string | null;
  /** The app's installs carry integrity tokens, and this one carries none. */
  readonly tokenMissing: boolean;
  /** Whether any event of the device has carried a token; null where that is not known. */
  readonly tokenSeen: boolean | null;
  /** Of the install's link, over some days around it; null without a link. */
  readonly linkTraffic: LinkTraffic | null;
  /** Of the app's other links, over the same days. */
  readonly otherTraffic: LinkTraffic;
  /** The countries of its click and of itself, where it came too soon after it to have travelled between them; else null. */
  readonly abroad: { readonly click: string; readonly install: string } | null;
  /**
   * How far the device's clock was from when it happened, in ms; null where only that clock says when, and in reviews: it was
   * judged with the decision.
   */
  readonly clockOffMs: number | null;
  /** Clicks that this device made on links of the app in the week before; null where nothing identifies them. */
  readonly deviceClicks: number | null;
  /** What came from the network from which the install's click came, within a day of it; null where that says nothing. */
  readonly sourceTraffic: Pick<LinkTraffic, 'clicks' | 'installs'> | null;
  /** First installs on the install's network around it, itself included. */
  readonly networkInstalls: NetworkInstalls;
  /** Of all devices of the app, and how many of them are of the install's model. */
  readonly appDevices: { readonly all: number; readonly alike: number };
  /** Installs of this device around this one, itself included. */
  readonly deviceInstalls: number;
  /** Null where nothing is missing, or it is not known. */
  readonly histories: Histories | null;
}

/** What is known of an install when it is decided. Times are Unix ms on the server's clock. */
export interface DecisionFacts extends ReviewFacts {
  readonly click: {
    readonly clickedAt: number;
    /** The store passed the click on in its referrer. */
    readonly namedByStore: boolean;
    /** The device had followed a link of the same campaign before the store began to install: it only came back. */
    readonly cameBack: boolean;
    /** Devices that have named it within a week, this one included; 1 if nothing names it. */
    readonly namedByDevices: number;
  } | null;
  /** When the click was made that the store's referrer names, whether or not the install was attributed to it. */
  readonly referrerClickedAt: number | null;
  /** When the store saw a click, between these times; null where it did not say. */
  readonly storeClick: { readonly earliest: number; readonly latest: number } | null;
  /** When the store began to install, between these times: it counts in whole seconds. Null where it did not say. */
  readonly installBegan: { readonly earliest: number; readonly latest: number } | null;
  /** As the app's HTTP client names itself. */
  readonly userAgent: string | null;
  /** How long ago it happened when it arrived, by the device's monotonic clock; null where it did not say. */
  readonly ageMs: number | null;
  readonly integrity: IntegrityEvidence;
  /** Too early: the device's other events are still to come. */
  readonly tokenSeen: null;
  readonly histories: null;
}
