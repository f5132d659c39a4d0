import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { settleRevenue } from '../../payments/testing/books.ts';
import { deliver, makeWebhook, type TestWebhook } from '../../payments/testing/payment-webhook.ts';
import { clickLink } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent, type WireEvent } from '../../testing/signed-event.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { startFakeNetwork } from '../testing/fake-network.ts';
import { deliverAll, makeConfig } from '../testing/postback-devices.ts';

/** CONSENT_SEQUENCES=10000 plays more of them. */
const SEQUENCES = Number(process.env.CONSENT_SEQUENCES ?? 40);
/** Of one app, whose limit is 600 requests a minute. */
const AT_ONCE = 50;

const EVENT_NAMES = { install: 'AppInstalled', purchase: 'PaidOrder' };
const PAYMENT = { event_type: 'payment', amount: 3, currency: 'EUR' };

const env = { ALLOW_LOOPBACK_POSTBACKS: '1' };
const service = useService({ env });
const other = useService({ beside: service, env });
const network = perSuite(
  () => startFakeNetwork(() => performance.now()),
  (started) => started.close(),
);

/** mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface AdvertisedApp {
  readonly tenant: Tenant;
  readonly slug: string;
  readonly webhook: TestWebhook;
}

/** An app whose installs and payments an ad network is sent, and a link of that network. */
async function advertisedApp(): Promise<AdvertisedApp> {
  const tenant = await createTenant(service);
  const { id } = await makeConfig(tenant, {
    p_postback_format: 'network_a_conversions',
    p_settings: { dataset_id: '1', api_version: 'v21.0', event_name: EVENT_NAMES },
    p_postback_url: network.origin,
  });
  await tenant.owner.rpc('set_ad_network_credential', { p_config_id: id, p_credential: 'EAAB-the-token' });
  const slug = await createSlug(tenant, { p_channel: 'social_a' });
  return { tenant, slug, webhook: await makeWebhook(service, tenant) };
}

/** Delivers as two instances do while `work` goes on. */
async function whileDelivering(work: () => Promise<void>): Promise<void> {
  let over = false;
  const keepDelivering = async (instance: typeof service) => {
    while (!over) {
      await settleRevenue(instance);
      await deliverAll(instance);
    }
  };
  const delivering = [keepDelivering(service), keepDelivering(other)];
  await work().finally(() => {
    over = true;
  });
  await Promise.all(delivering);
}

/** As an SDK does: what an instance is too busy for is sent again. */
async function send(instance: () => typeof service, tenant: Tenant, members: WireEvent): Promise<void> {
  const event = signedEvent(tenant, members);
  for (;;) {
    const { results } = await postEvents(instance(), event);
    if (results[0] === undefined) continue;
    expect(results[0].status).not.toBe('rejected');
    return;
  }
}

/** As a provider does: what an instance is too busy for is sent again. */
async function pay(instance: () => typeof service, webhook: TestWebhook, gaid: string): Promise<void> {
  const payment = { ...PAYMENT, reference: randomUUID(), metadata: { gaid } };
  for (;;) {
    const { status } = await deliver(instance(), webhook, payment);
    if (status === 200) return;
    expect(status).toBe(503);
  }
}

/** Plays one device: it installs, states things and pays at random; each at a random instance. Returns its story. */
async function play(seed: number, { tenant, slug, webhook }: AdvertisedApp) {
  const random = seeded(seed);
  const instance = () => (random() < 0.5 ? service : other);
  const gaid = randomUUID();
  const ids = { gaid, installation_id: randomUUID() };
  const { clickId } = await clickLink(service, slug);
  await send(instance, tenant, { event_type: 'install', ...ids, click_id: clickId });
  // When nothing may leave any more, by the clock that the network goes by: from an answer to the next agreement.
  const closed: { from: number; until: number }[] = [];
  let payments = 0;
  for (let step = 0; step < 4; step++) {
    await new Promise((resolve) => setTimeout(resolve, random() * 300));
    if (random() < 0.4) {
      payments++;
      await pay(instance, webhook, gaid);
    }
    const ad_user_data = random() < 0.5;
    const asked = performance.now();
    await send(instance, tenant, { event_type: 'open', ...ids, consent: { ad_user_data } });
    if (ad_user_data) for (const one of closed) one.until = Math.min(one.until, asked);
    if (!ad_user_data) closed.push({ from: performance.now(), until: Number.POSITIVE_INFINITY });
  }
  return { gaid, closed, payments };
}

/** What a call reports: of which device, and what. */
function reported(body: string): { gaid: string | undefined; isPurchase: boolean } {
  return { gaid: /"madid":"([^"]+)"/.exec(body)?.[1], isPurchase: body.includes(EVENT_NAMES.purchase) };
}

test('no native delivery leaves after a withdrawal was answered', { timeout: 3_600_000 }, async () => {
  network.script([{ status: 200, body: { events_received: 1 }, afterMs: 15 }]);
  const stories: Awaited<ReturnType<typeof play>>[] = [];
  await whileDelivering(async () => {
    for (let first = 0; first < SEQUENCES; first += AT_ONCE) {
      const app = await advertisedApp();
      const seeds = Array.from({ length: Math.min(AT_ONCE, SEQUENCES - first) }, (_, n) => first + n);
      stories.push(...(await Promise.all(seeds.map((seed) => play(seed, app)))));
    }
  });
  const calls = network.calls.map(({ body, at }) => ({ ...reported(body), at }));
  const callsOf = Map.groupBy(calls, ({ gaid }) => gaid);
  const wrong = stories.filter(({ gaid, closed }) =>
    (callsOf.get(gaid) ?? []).some(({ at }) => closed.some(({ from, until }) => at > from && at < until)),
  );
  expect(wrong).toEqual([]);
  // Otherwise it would prove nothing.
  const installs = calls.filter(({ isPurchase }) => !isPurchase).length;
  expect(installs).toBeGreaterThan(0);
  expect(installs).toBeLessThan(SEQUENCES);
  const paid = stories.reduce((sum, { payments }) => sum + payments, 0);
  const purchases = calls.length - installs;
  expect(purchases).toBeGreaterThan(0);
  expect(purchases).toBeLessThan(paid);
  if (SEQUENCES >= 1000)
    process.stdout.write(`${JSON.stringify({ SEQUENCES, installs, paid, purchases })}\n`);
});
