import type { ClickIdKind } from '../../platform/values/device-id-kinds.ts';
import type { ClickRecord } from '../clicks/click-record.ts';
import type { ReferrerFacts } from '../clicks/read-referrer.ts';
import type { TraitShares } from './trait-shares.ts';

/**
 * What the store says of how an install came. `organic`: that no one referred it; `began`: only when it began it, or that it knows no source, so that it
 * came through the store and no link; `silent`: nothing, though the app passes on what it says, so that it came from elsewhere;
 * `unknown`: nothing that could be told from that.
 */
export type StoreWord = 'organic' | 'began' | 'silent' | 'unknown';

/** What is known about an install when its cause is decided. Times are Unix ms on the server's clock. */
export interface InstallFacts {
  readonly installId: string;
  /** The installing device, as the app knows it. */
  readonly deviceId: string;
  readonly customerId: string;
  readonly appId: string;
  /** A `reinstall` is also attributed, but not counted. */
  readonly kind: 'install' | 'reinstall';
  readonly installedAt: number;
  /** The contents of the store's referrer; null if the event has none. */
  readonly referrer: ReferrerFacts | null;
  /** The click named by the event itself. */
  readonly clickId: string | null;
  readonly gaid: string | null;
  readonly androidId: string | null;
  readonly idfv: string | null;
  readonly idfa: string | null;
  /** The masked network; null if it is unknown, or shared by too many devices to be meaningful. */
  readonly network: string | null;
  /** Of that network, as two letters; null where that is not known. */
  readonly country: string | null;
  readonly deviceModel: string | null;
  readonly osName: string | null;
  readonly osVersion: string | null;
  /** The user's first language, a tag in lower case as `de-at`. */
  readonly language: string | null;
  /** How common its model and version are. */
  readonly traits: TraitShares;
  /** When the store saw the click, and when it began the install. */
  readonly storeClickAt: number | null;
  readonly installBeganAt: number | null;
  /** What the store says of how it came. */
  readonly storeWord: StoreWord;
  readonly hasIntegrityToken: boolean;
}

/** How a click was found for an install. */
export type FoundBy = 'install_referrer' | 'click_id' | ClickIdKind | 'network';

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
  /** What the browser prefers, a tag in lower case as `de-at`. */
  readonly language: string | null;
  /** The masked network that it came from; null if it is unknown, or shared by too many devices to be meaningful. */
  readonly network: string | null;
  /** Of the network that it came from, as two letters; null where that is not known. */
  readonly country: string | null;
  /**
   * Whether an identifier of the click shows that the installing device made it, or that another did; null for neither.
   */
  readonly isOwn: boolean | null;
  /** Whether the install of another device names it, or was found to be that of a device that made it. */
  readonly isAnothers: boolean;
  /** How many other devices have named it within a week, if this install names it too; else 0. */
  readonly namedBefore: number;
  /** Why it is excluded from attribution altogether; null if it is not. */
  readonly excludedBecause: ClickRecord['excluded_because'];
  readonly foundBy: readonly FoundBy[];
}
