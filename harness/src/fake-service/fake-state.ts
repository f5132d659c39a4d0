import type { ErrorCode } from '@tributary/sdk/wire/ingest-response';
import type { RemoteConfig } from '@tributary/sdk/wire/resolved-key';
import type { CheckedEvent } from '@tributary/server/ingest/check/check-shape';
import type { LinkTargets } from '@tributary/server/links/follow/redirect-target';
import type { KnownFakeApp } from './fake-app.ts';

/** An event that the fake service has accepted. */
export interface AcceptedEvent {
  readonly appId: string;
  /** The event as it was sent. */
  readonly event: CheckedEvent;
  /** The true time by the service's rules, Unix ms. */
  readonly occurredAt: number;
  /** Unix ms. */
  readonly receivedAt: number;
}

/** A short link of the fake service. */
export interface FakeLink extends LinkTargets {
  readonly slug: string;
  readonly channel: string;
  readonly campaignId: string | null;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The answer of `GET /v1/attribution`, once it is decided. */
export interface FakeAttribution {
  readonly model: string;
  readonly channel: string;
  readonly campaign_id: string | null;
  readonly confidence_score: number;
  readonly reason: string;
}

/** Everything that a fake service holds, in memory. */
export interface FakeState {
  readonly clock: () => number;
  readonly apps: Map<string, KnownFakeApp>;
  /** By app and event id, in the order they were accepted. */
  readonly events: Map<string, AcceptedEvent>;
  readonly links: Map<string, FakeLink>;
  /** Clicks by their ids. */
  readonly clicks: Map<string, { readonly link: FakeLink; readonly params: Record<string, string> }>;
  /** What tests have decided about installs, by event id; everything else follows from the click that is named. */
  readonly attributions: Map<string, FakeAttribution>;
  /** Installs whose deferred link was fetched. */
  readonly taken: Set<string>;
  /** See `FakeServiceOptions`. */
  readonly judge: (eventId: string) => ErrorCode | 'no result' | undefined;
  /** What the account overrides of the SDK's settings. */
  overrides: Partial<RemoteConfig>;
}
