import { makeTraffic } from '@tributary/server/analytics/testing/random-traffic';
import {
  createTrafficWorld,
  receiveEvents,
  settle as settleTraffic,
  type TrafficWorld,
} from '@tributary/server/analytics/testing/traffic-world';
import { countClicks } from '@tributary/server/attribution/clicks/count-clicks';
import { settleRevenue } from '@tributary/server/payments/testing/books';
import { freshDevice, install, makeCampaign } from '@tributary/server/payments/testing/paying-device';
import { accepted, makeWebhook } from '@tributary/server/payments/testing/payment-webhook';
import { randomFor } from '@tributary/server/testing/random';
import type { TestService } from '@tributary/server/testing/test-service';
import { createTenant } from '@tributary/server/testing/test-tenant';

const DAY_MS = 86_400_000;
const SHAPE = { devices: 110, days: 12, returns: 1, nameless: 0 };
/** More than there are colours. */
const CHANNELS = ['social_a', 'social_b', 'social_c', 'sms', 'email', 'influencer', 'referral', 'qr_code'];

/** Random traffic of three apps by many channels in both periods, and money of two currencies in one of them. */
export async function makeBusyWorld(service: TestService): Promise<TrafficWorld> {
  const tenant = await createTenant(service);
  const world = await createTrafficWorld(service, tenant);
  const random = randomFor(5);
  const apps = world.apps.map((app) => ({
    ...app,
    links: CHANNELS.map((channel) => ({ linkId: random.uuid(), campaignId: null, channel })),
  }));
  const now = Date.now();
  for (const at of [now, now - 10 * DAY_MS])
    await receiveEvents(service, makeTraffic(random, apps, { ...SHAPE, days: 9 }, at));
  await settleTraffic(service);
  const spring = await makeCampaign(tenant, 'Spring');
  const device = freshDevice();
  await install(service, tenant, device, spring);
  await settleRevenue(service);
  await countClicks(service.services.workPool);
  const webhook = await makeWebhook(service, tenant);
  const paid = { reference: 'p-1', amount: 12.5, currency: 'EUR' };
  await accepted(service, webhook, { ...paid, metadata: { gaid: device.gaid } });
  await accepted(service, webhook, { ...paid, reference: 'p-2', amount: 7, currency: 'USD' });
  const spend = { p_campaign_id: spring.campaignId, p_amount: 5, p_currency: 'EUR' };
  await tenant.owner.rpc('record_ad_spend', { ...spend, p_date: new Date(now).toISOString().slice(0, 10) });
  await settleRevenue(service);
  return world;
}
