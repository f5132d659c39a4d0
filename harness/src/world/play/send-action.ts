import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { DeviceEvent, UnsignedEvent } from '@tributary/sdk/wire/event';
import type { IngestResponse } from '@tributary/sdk/wire/ingest-response';
import { signEvent } from '@tributary/sdk/wire/sign';
import type { TestService } from '@tributary/server/testing/test-service';
import type { ClickAction, EventAction } from '../action.ts';
import type { LinkPlan } from '../plan-world.ts';
import type { TokenMint } from './integrity-tokens.ts';
import type { PlayedApp } from './set-up-world.ts';

const compress = promisify(gzip);

/** Whatever answers requests: the app in this process, or a service over HTTP. */
export type Requester = Pick<TestService, 'request'>;

/** Sends a request, repeating it whenever the response asks to wait. */
async function untilTaken(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await send();
    if (response.status !== 429) return response;
    await pause(1000 * Number(response.headers.get('retry-after') ?? 1));
  }
}

/**
 * Follows a link; returns the click's id and the referrer for the store, null if nothing was recorded.
 *
 * @param asked the people whose browsers the service has asked for their phone: they tell it from then on, and at once, by
 *   the same request again, where that is critical.
 */
export async function sendClick(
  service: Requester,
  link: LinkPlan,
  action: ClickAction,
  asked: Set<string> = new Set(),
): Promise<{ clickId: string; referrer: string } | null> {
  const path = `/l/${link.slug}?${new URLSearchParams(action.query)}`;
  const follow = () =>
    untilTaken(() => service.request(path, { headers: headersOf(action, asked.has(action.person ?? '')) }));
  const wasAsked = asked.has(action.person ?? '');
  const response = await follow();
  if (action.person !== null && response.headers.has('accept-ch')) asked.add(action.person);
  // The click is the first request's; the second one only tells more of it.
  if (!wasAsked && response.headers.has('critical-ch')) await follow();
  const location = response.headers.get('location');
  if (response.status !== 302 || location === null) throw new Error(`a link answered ${response.status}`);
  const params = new URL(location).searchParams;
  const referrer = params.get('referrer') ?? params.toString();
  const clickId = new URLSearchParams(referrer).get('service_click_id');
  return clickId === null ? null : { clickId, referrer };
}

function headersOf(
  { address, userAgent, language, hints }: ClickAction,
  isAsked: boolean,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    'accept-language': language,
    'x-forwarded-for': address,
    ...(hints !== null && { 'sec-ch-ua': '"Chromium";v="142"', 'sec-ch-ua-mobile': '?1' }),
    ...(hints !== null &&
      isAsked && {
        'sec-ch-ua-model': `"${hints.deviceModel}"`,
        'sec-ch-ua-platform-version': `"${hints.osVersion}.0.0"`,
      }),
  };
}

export interface EventSender {
  readonly service: Requester;
  readonly app: PlayedApp;
  readonly mint: TokenMint;
  /** Does what a phone did earlier, at that time; without it phones have no network token. */
  readonly openedAt?: <T>(at: number, act: () => Promise<T>) => Promise<T>;
  /** The clicks that have happened, by their keys in the world. */
  readonly clicks: ReadonlyMap<string, { readonly clickId: string; readonly referrer: string }>;
}

/** Delivers an event as an SDK does: signed, in a gzipped batch from its own device. Waits when asked to. */
export async function sendEvent(sender: EventSender, action: EventAction): Promise<void> {
  const token = action.truth === null ? undefined : await networkToken(sender, action);
  const event = { ...toWire(sender, action), ...(token !== undefined && { network_token: token }) };
  const beside = (action.history?.events ?? []).map((one) =>
    toWire(sender, { ...action, event: one, claim: null }),
  );
  const signed = [event, ...beside].map((one) => signEvent(one, sender.app.sdkSecret));
  await deliverBatch(sender.service, signed, action.address);
}

/** What key resolution gave for the installation; undefined for a client that did not ask. */
async function networkToken(
  { service, app, openedAt }: EventSender,
  { openedFrom, address, event, history }: EventAction,
): Promise<string | undefined> {
  const resolvedAt = history?.keyResolvedAt ?? null;
  if (resolvedAt === null || openedAt === undefined) return undefined;
  const query = new URLSearchParams({ installation_id: event.installation_id ?? '' });
  const headers = { 'x-service-api-key': app.apiKey, 'x-forwarded-for': openedFrom ?? address };
  const resolve = () => untilTaken(() => service.request(`/v1/resolve-key?${query}`, { headers }));
  const response = await openedAt(resolvedAt, resolve);
  return ((await response.json()) as { network_token?: string }).network_token;
}

/**
 * Sends signed events of one device in a gzipped batch. Waits when asked to.
 *
 * @throws if one of them is not accepted.
 */
export async function deliverBatch(
  service: Requester,
  events: readonly DeviceEvent[],
  address: string,
): Promise<void> {
  const body = await compress(JSON.stringify({ events }));
  const response = await untilTaken(() =>
    service.request('/v1/ingest', {
      method: 'POST',
      headers: { 'content-encoding': 'gzip', 'x-forwarded-for': address },
      body: Uint8Array.from(body),
    }),
  );
  const text = await response.text();
  const { results } = response.ok ? (JSON.parse(text) as IngestResponse) : { results: [] };
  const accepted = results.filter(({ status }) => status === 'accepted');
  if (accepted.length !== events.length) throw new Error(`ingest answered ${response.status}: ${text}`);
}

function toWire(
  { app, mint, clicks }: EventSender,
  { event, claim, integrity, at }: EventAction,
): UnsignedEvent {
  const claimed = claim === null ? undefined : clicks.get(claim.click);
  if (claim !== null && claimed === undefined) throw new Error(`${claim.click} has not happened`);
  const token = mint.tokenFor(integrity, app.plan.bundleId, at);
  return {
    ...event,
    customer_id: app.accountId,
    app_id: app.appId,
    ...(claimed && claim?.by === 'referrer' && { referrer: claimed.referrer }),
    ...(claimed && claim?.by === 'click_id' && { click_id: claimed.clickId }),
    ...(token !== undefined && { integrity_token: token }),
  };
}
