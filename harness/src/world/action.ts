import type { UnsignedEvent } from '@tributary/sdk/wire/event';
import type { InstallTruth } from './truth.ts';

/** A visit to a link, as seen on the network. */
export interface ClickAction {
  readonly kind: 'click';
  /** Unix ms, when it reaches the service. */
  readonly at: number;
  /** Identifies the click within the world. */
  readonly key: string;
  /** Index into the world's links. */
  readonly link: number;
  readonly address: string;
  readonly userAgent: string;
  readonly language: string;
  /** Query parameters other than the slug, as ad networks fill them in. */
  readonly query: Readonly<Record<string, string>>;
  /** What the browser says of its phone if it is asked; null for one that says nothing, or is not asked. */
  readonly hints: { readonly deviceModel: string; readonly osVersion: string } | null;
  /** The owner of the device; null for a machine. */
  readonly person: string | null;
}

/**
 * What the integrity service says about a device: `none` if the app requests no tokens, `late` if the token arrived
 * after the install was sent, `basic_only` for a rooted phone, `rejected` for no integrity at all, `forged` for a fake
 * token.
 */
export type IntegrityVerdict = 'none' | 'passed' | 'missing' | 'late' | 'basic_only' | 'rejected' | 'forged';

/** The fields of an event that the generator knows; the player adds tenant, claim, token and signature. */
export type WorldEvent = Omit<UnsignedEvent, 'customer_id' | 'app_id' | 'click_id' | 'integrity_token'>;

/** What an SDK, or a program in its place, does with a device that is new. */
export interface ClientKind {
  /** As it calls itself in `sdk_version`. */
  readonly name: string;
  /** Whether it resolves the key for this installation. */
  readonly resolvesKey: boolean;
  /** What it sends with the install: a session that begins, some other event, or a session's end from before the install. */
  readonly sends: 'session' | 'view' | 'end before' | null;
}

/** What a client does beside its install event. */
export interface ClientHistory {
  /** Unix ms; when it resolves its key, which the install then proves. Null for never. */
  readonly keyResolvedAt: number | null;
  /** Sent with the install. */
  readonly events: readonly WorldEvent[];
}

/** An event that an app's SDK delivers. */
export interface EventAction {
  readonly kind: 'event';
  /** Unix ms, when it reaches the service; the event itself may be days older. */
  readonly at: number;
  /** Index into the world's apps. */
  readonly app: number;
  readonly address: string;
  /** Where the app was opened first, if the phone was online then: its SDK resolved its key from there. */
  readonly openedFrom: string | null;
  readonly event: WorldEvent;
  /** The click that the event names, by its key, and where it is named. */
  readonly claim: { readonly by: 'referrer' | 'click_id'; readonly click: string } | null;
  readonly integrity: IntegrityVerdict;
  /** For install events. */
  readonly truth: InstallTruth | null;
  /** Of install events. */
  readonly history?: ClientHistory;
}

export type Action = ClickAction | EventAction;
