import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { startFakeNetwork } from '../testing/fake-network.ts';
import { deliverAll, makeConfig } from '../testing/postback-devices.ts';

/** CONSENT_SEQUENCES=10000 plays more of them. */
const SEQUENCES = Number(process.env.CONSENT_SEQUENCES ?? 40);
/** Of one app, whose limit is 600 requests a minute. */
const AT_ONCE = 100;

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

/** An app whose installs an ad network is sent, and a link of that network. */
async function advertisedApp(): Promise<{ tenant: Tenant; slug: string }> {
  const tenant = await createTenant(service);
  const { id } = await makeConfig(tenant, {
    p_postback_format: 'network_a_conversions',
    p_settings: { dataset_id: '1', api_version: 'v21.0', event_name: 'X' },
    p_postback_url: network.origin,
  });
  await tenant.owner.rpc('set_ad_network_credential', { p_config_id: id, p_credential: 'EAAB-the-token' });
  return { tenant, slug: await createSlug(tenant, { p_channel: 'social_a' }) };
}

/** Delivers as two instances do while `work` goes on. */
async function whileDelivering(work: () => Promise<void>): Promise<void> {
  let over = false;
  const deliver = async (instance: typeof service) => {
    while (!over) {
      await processQueued(instance);
      await deliverAll(instance);
    }
  };
  const delivering = [deliver(service), deliver(other)];
  await work().finally(() => {
    over = true;
  });
  await Promise.all(delivering);
}

/** Plays one device: it installs, and states things at random; each from a random instance. Returns its story. */
async function play(seed: number, tenant: Tenant, slug: string) {
  const random = seeded(seed);
  const instance = () => (random() < 0.5 ? service : other);
  const gaid = randomUUID();
  const ids = { gaid, installation_id: randomUUID() };
  const { clickId } = await clickLink(service, slug);
  await send(instance(), tenant, { event_type: 'install', ...ids, click_id: clickId });
  // When nothing may leave any more, by the clock that the network goes by: from an answer to the next agreement.
  const closed: { from: number; until: number }[] = [];
  for (let step = 0; step < 4; step++) {
    await new Promise((resolve) => setTimeout(resolve, random() * 300));
    const ad_user_data = random() < 0.5;
    const asked = performance.now();
    await send(instance(), tenant, { event_type: 'open', ...ids, consent: { ad_user_data } });
    if (ad_user_data) for (const one of closed) one.until = Math.min(one.until, asked);
    if (!ad_user_data) closed.push({ from: performance.now(), until: Number.POSITIVE_INFINITY });
  }
  return { gaid, closed };
}

test('no native delivery leaves after a withdrawal was answered', { timeout: 3_600_000 }, async () => {
  network.script([{ status: 200, body: { events_received: 1 }, afterMs: 15 }]);
  const stories: Awaited<ReturnType<typeof play>>[] = [];
  await whileDelivering(async () => {
    for (let first = 0; first < SEQUENCES; first += AT_ONCE) {
      const { tenant, slug } = await advertisedApp();
      const seeds = Array.from({ length: Math.min(AT_ONCE, SEQUENCES - first) }, (_, n) => first + n);
      stories.push(...(await Promise.all(seeds.map((seed) => play(seed, tenant, slug)))));
    }
  });
  const sentAt = new Map(network.calls.map(({ body, at }) => [/"madid":"([^"]+)"/.exec(body)?.[1], at]));
  const wrong = stories.filter(({ gaid, closed }) => {
    const at = sentAt.get(gaid);
    return at !== undefined && closed.some(({ from, until }) => at > from && at < until);
  });
  expect(wrong).toEqual([]);
  // Otherwise it would prove nothing.
  expect(sentAt.size).toBeGreaterThan(0);
  expect(sentAt.size).toBeLessThan(SEQUENCES);
});
