import type { ConsentStatement } from '@tributary/sdk/wire/consent';
import type { Channel } from '@tributary/sdk/wire/event';
import type { z } from 'zod';

export const POSTBACK_EVENT_TYPES = ['install', 'purchase'] as const;

/** What a network can be sent. */
export type PostbackEventType = (typeof POSTBACK_EVENT_TYPES)[number];

/** What is known of an install or purchase that a network is sent. Times are Unix ms. */
export interface PostbackFacts {
  /** The same at every attempt; networks drop a repetition by it. */
  readonly deliveryId: string;
  readonly eventType: PostbackEventType;
  readonly customerId: string;
  readonly attributionId: string;
  readonly installId: string;
  readonly installedAt: number;
  /** When the install, or the purchase, happened. */
  readonly happenedAt: number;
  readonly model: string;
  readonly confidenceScore: number;
  readonly clickId: string | null;
  readonly campaignId: string | null;
  readonly gaid: string | null;
  readonly userId: string | null;
  readonly bundleId: string;
  readonly appVersion: string | null;
  readonly osVersion: string | null;
  readonly deviceModel: string | null;
  readonly sdkVersion: string | null;
  readonly userAgent: string | null;
  /** The first address of the device's network: more of an address is never kept. */
  readonly networkAddress: string | null;
  /** Click ids of the network's own, as the click's address had them. */
  readonly gclid: string | null;
  readonly dclid: string | null;
  /** The gclid in the store's install referrer. */
  readonly referrerGclid: string | null;
  /** What the device's user has stated last; null for nothing. */
  readonly consent: ConsentStatement | null;
  /** Whether the app is in strict privacy mode: silence is no consent. */
  readonly needsConsent: boolean;
  /** Of a purchase: an exact decimal in major units, and ISO 4217. */
  readonly amount: string | null;
  readonly currency: string | null;
  /** An event that someone sends to try a config; not to be counted. */
  readonly isTest: boolean;
}

/** A request to a network. The host is the network's own, or the one that the config overrides it with. */
export interface NetworkRequest {
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a network is given to make a request of. */
interface NetworkInput<Settings> {
  readonly facts: PostbackFacts;
  readonly settings: Settings;
  /** Empty for a format that needs none. */
  readonly credential: string;
  /** Where the network lives: its own origin, its override, or for canonical the whole address. */
  readonly address: string;
}

/** What a 2xx of a network says: it took the event, or not, and whether it may later. */
export type NetworkVerdict = 'sent' | 'permanent' | 'transient';

/** An event that the network has no way to take; sending it would be of no use. */
interface Unsendable {
  readonly unsendable: string;
}

/** The wire format of an ad network. */
export interface AdNetwork<Settings = unknown> {
  /** The value of `postback_format`. */
  readonly format: string;
  /** Where it lives; null for one that posts to the config's own address. */
  readonly origin: string | null;
  readonly needsCredential: boolean;
  /** Whether its requests are signed with the config's signing secret. */
  readonly isSigned?: true;
  /** The channel of the clicks that it serves where a config names none; null where one must. */
  readonly defaultChannel: Channel | null;
  /** Whether it takes every install, whichever link was clicked, if any. */
  readonly takesEveryInstall: boolean;
  /** A strict object: its required members are the settings that a config must have. */
  readonly settings: z.ZodType<Settings>;
  build(input: NetworkInput<Settings>): NetworkRequest | Unsendable;
  /** Reads the body of a 2xx. */
  judge(body: string): NetworkVerdict;
}
