import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { UnsignedEvent } from '@tributary/sdk/wire/event';
import type { IngestResponse } from '@tributary/sdk/wire/ingest-response';
import { signEvent } from '@tributary/sdk/wire/sign';
import type { TestService } from '@tributary/server/testing/test-service';
import { waitingOutLimits } from '../scenario-runs/targets/waiting-out-limits.ts';
import { randomFor } from '../world/random.ts';
import type { DemoPerson } from './plan-month.ts';
import type { Shop } from './set-up-shop.ts';

const ORIGIN = 'http://demo.invalid';

/** Plays people against the service's endpoints, at the clock's time. */
export function createSender(service: TestService, shop: Shop, startsAt: number) {
  const { tenant, webhook } = shop;
  const fetch = waitingOutLimits(async (request) => service.app.fetch(request));
  const referrers = new Map<number, string>();

  function compose(
    person: DemoPerson,
    kind: string,
    at: number,
    more: Partial<UnsignedEvent> = {},
  ): UnsignedEvent {
    const random = randomFor('demo', person.number);
    return {
      event_type: 'open',
      ...{ customer_id: tenant.accountId, app_id: tenant.appId, sdk_version: 'tributary-demo/1.0.0' },
      ...{ event_id: `demo-${person.number}-${kind}-${at}`, timestamp: startsAt + at },
      ...{ installation_id: random.uuid(), gaid: person.gaid, device_model: person.model },
      ...{ os_name: 'Android', os_version: '14', app_version: '3.2.0', user_id: `user-${person.number}` },
      ...more,
    };
  }

  return {
    async click(person: DemoPerson): Promise<void> {
      const campaign = shop.campaigns[person.campaign ?? -1];
      if (!campaign) return;
      const userAgent = `Mozilla/5.0 (Linux; Android 14; ${person.model}) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36`;
      const headers = { 'user-agent': userAgent, 'x-forwarded-for': person.address };
      const response = await fetch(new Request(`${ORIGIN}/l/${campaign.slug}`, { headers }));
      const location = new URL(response.headers.get('location') ?? 'about:blank');
      referrers.set(person.number, location.searchParams.get('referrer') ?? '');
    },
    install(person: DemoPerson): UnsignedEvent {
      const referrer = referrers.get(person.number) ?? 'utm_source=google-play&utm_medium=organic';
      return compose(person, 'install', person.installAt, { event_type: 'install', referrer });
    },
    visit(person: DemoPerson, { at, spends }: DemoPerson['visits'][number]): UnsignedEvent[] {
      const purchase = { event_type: 'purchase', revenue: spends ?? 0, currency: 'EUR' } as const;
      return [
        compose(person, 'start', at, { event_type: 'session_start' }),
        ...(spends === null ? [] : [compose(person, 'purchase', at, purchase)]),
      ];
    },
    /** Up to 50 events that arrive now, each as old as it is. */
    async send(events: readonly UnsignedEvent[], now: number, address: string): Promise<void> {
      const signed = events.map((event) => {
        const times = { sent_at: now, age_ms: Math.max(0, now - event.timestamp) };
        return signEvent({ ...event, ...times }, tenant.sdkSecret);
      });
      const body = new Uint8Array(gzipSync(JSON.stringify({ events: signed })));
      const headers = { 'content-encoding': 'gzip', 'x-forwarded-for': address };
      const response = await fetch(new Request(`${ORIGIN}/v1/ingest`, { method: 'POST', headers, body }));
      const { results } = (await response.json()) as IngestResponse;
      const refused = results.find(({ status }) => status === 'rejected');
      if (refused) throw new Error(`an event of the demo was refused: ${refused.error}`);
    },
    async pay(person: DemoPerson, at: number, amount: number, isRefund: boolean): Promise<void> {
      const reference = `order-${person.number}-${at}`;
      const payload = {
        ...(isRefund ? { event_type: 'refund', original_reference: reference } : { event_type: 'payment' }),
        ...{ reference: isRefund ? `refund-${reference}` : reference, amount, currency: 'EUR' },
        metadata: { gaid: person.gaid },
      };
      const body = JSON.stringify(payload);
      const signature = createHmac('sha256', webhook.secret).update(body).digest('hex');
      const url = new URL(webhook.path, ORIGIN);
      const headers = { 'x-service-signature': signature };
      const response = await fetch(new Request(url, { method: 'POST', headers, body }));
      if (!response.ok) throw new Error(`a payment was refused: ${response.status} ${await response.text()}`);
    },
  };
}
