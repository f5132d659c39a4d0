import { beforeEach, expect } from 'vitest';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { send } from '../../testing/attributed-app.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { keptBooks, recordedRows, settleRevenue } from './books.ts';
import { type DeviceIds, install, makeCampaign, type TestCampaign } from './paying-device.ts';
import { accepted, makeWebhook } from './payment-webhook.ts';

/** The time at the start of each test, in Unix ms. */
export const START = Date.UTC(2026, 4, 10, 12);
export const HOUR = 3_600_000;

/**
 * Gives each test an app with a webhook and two campaigns, a clock that the test sets, and functions that read what is
 * credited.
 */
export function useCreditedApp() {
  const time = { now: START };
  const service = useService({ clock: () => time.now });
  beforeEach(() => {
    time.now = START;
  });
  const tenant = perTest(() => createTenant(service));
  const webhook = perTest(() => makeWebhook(service, tenant));
  const spring = perTest(() => makeCampaign(tenant, 'Spring'));
  const summer = perTest(() => makeCampaign(tenant, 'Summer'));

  /** The counters must match the rows after every test. */
  async function settled(): Promise<void> {
    await settleRevenue(service);
    const wrong = await rebuildRollups(service.services.workPool, tenant.accountId);
    expect(wrong).toMatchObject({ revenue: 0, campaign_revenue: 0 });
  }
  async function installed(ids: Partial<DeviceIds>, campaign?: TestCampaign): Promise<string | undefined> {
    const click = await install(service, tenant, ids, campaign);
    await settled();
    return click;
  }
  const pay = (metadata: object, more: object = {}) =>
    accepted(service, webhook, { reference: 'p-1', amount: 10, currency: 'EUR', metadata, ...more });
  const purchase = (ids: Partial<DeviceIds>, more: object = {}) =>
    send(service, tenant, { event_type: 'purchase', revenue: 3, currency: 'EUR', ...ids, ...more });

  const rows = () => recordedRows(service, tenant.accountId);
  const row = async (reference = 'p-1') => (await rows()).find((one) => one.reference === reference);
  const revenue = async () => (await keptBooks(service, tenant.accountId)).revenue;
  const attributed = async () =>
    (await revenue()).map(({ attributed_payments, attributed }) => [attributed_payments, attributed]);
  const nameOf = (campaignId: string) =>
    campaignId === spring.campaignId ? 'Spring' : campaignId === summer.campaignId ? 'Summer' : '?';
  const campaigns = async () =>
    (await keptBooks(service, tenant.accountId)).campaigns.map(({ campaign_id, day, in_app, payment }) => ({
      name: nameOf(campaign_id),
      day,
      in_app,
      payment,
    }));

  return {
    time,
    service,
    tenant,
    webhook,
    spring,
    summer,
    settled,
    installed,
    pay,
    purchase,
    rows,
    row,
    revenue,
    attributed,
    campaigns,
  };
}
