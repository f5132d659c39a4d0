import type { ReferrerFacts } from './read-referrer.ts';

/** What is known of an install when it is decided what caused it. Times are Unix ms on the server's clock. */
export interface InstallFacts {
  readonly installId: string;
  /** The device that installed, as the app knows it. */
  readonly deviceId: string;
  readonly customerId: string;
  readonly appId: string;
  /** A `reinstall` is attributed as well, but counted nowhere. */
  readonly kind: 'install' | 'reinstall';
  readonly installedAt: number;
  /** What the store's referrer says; null where the event has none. */
  readonly referrer: ReferrerFacts | null;
  /** The click that the event itself names. */
  readonly clickId: string | null;
  readonly gaid: string | null;
  readonly androidId: string | null;
  /** The masked network; null where it is unknown, or shared by so many that it says nothing. */
  readonly network: string | null;
  readonly deviceModel: string | null;
  readonly osName: string | null;
  readonly osVersion: string | null;
  /** When the store saw the click, and when it began to install. */
  readonly storeClickAt: number | null;
  readonly installBeganAt: number | null;
  readonly hasIntegrityToken: boolean;
}

/** How a click came to be looked at for an install. */
export type FoundBy = 'install_referrer' | 'click_id' | 'gaid' | 'android_id' | 'network';

/** A click that may have caused an install. */
export interface Candidate {
  readonly clickId: string;
  readonly appId: string;
  readonly linkId: string | null;
  readonly campaignId: string | null;
  readonly channel: string;
  readonly source: string;
  /** Unix ms. */
  readonly clickedAt: number;
  readonly deviceModel: string | null;
  readonly osName: string | null;
  readonly osVersion: string | null;
  /** Whether an identifier of the click says that the device that installed made it, or that another did; null for neither. */
  readonly isOwn: boolean | null;
  /** Why it is out of attribution altogether (`bot`, `repeat`); null where it is not. */
  readonly excludedBecause: string | null;
  readonly foundBy: readonly FoundBy[];
}
