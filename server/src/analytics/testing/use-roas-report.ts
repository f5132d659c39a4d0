import { beforeEach, expect } from 'vitest';
import { settleRevenue } from '../../payments/testing/books.ts';
import {
  type DeviceIds,
  freshDevice,
  install,
  makeCampaign,
  type TestCampaign,
} from '../../payments/testing/paying-device.ts';
import { accepted, makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { send } from '../../testing/attributed-app.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { report } from './ask-report.ts';

/** The time at the start of each test, in Unix ms. */
export const START = Date.UTC(2026, 4, 10, 12);
export const TODAY = '2026-05-10';

interface Campaign {
  readonly campaign_id: string;
  readonly name: string | null;
  readonly channel: string | null;
  readonly attributed_installs: number;
  readonly revenue: Record<string, Record<'in_app_revenue' | 'payment_revenue' | 'total', number>>;
  readonly spend: Record<string, number>;
  readonly roas_by_currency: Record<string, number | null>;
  readonly roas: number | null;
}

/**
 * Gives each test an app with a webhook and two campaigns, a clock that the test sets, what brings revenue and spend,
 * and the report's campaigns.
 */
export function useRoasReport() {
  const time = { now: START };
  const service = useService({ clock: () => time.now });
  beforeEach(() => {
    time.now = START;
  });
  const tenant = perTest(() => createTenant(service));
  const webhook = perTest(() => makeWebhook(service, tenant));
  const spring = perTest(() => makeCampaign(tenant, 'Spring'));
  const summer = perTest(() => makeCampaign(tenant, 'Summer'));

  const campaigns = async (parameters: Record<string, string> = {}) => {
    await settleRevenue(service);
    return (await report<{ campaigns: Campaign[] }>(tenant.owner, 'roas', parameters)).campaigns;
  };
  const only = async (parameters: Record<string, string> = {}) => {
    const [campaign, ...others] = await campaigns(parameters);
    expect(others).toEqual([]);
    return campaign;
  };
  const paid = async (ids: DeviceIds, amount: number | string, more: object = {}) => {
    const reference = `p-${Math.random()}`;
    await accepted(service, webhook, {
      reference,
      amount,
      currency: 'EUR',
      metadata: { gaid: ids.gaid },
      ...more,
    });
    return reference;
  };
  const bought = (ids: DeviceIds, revenue: number, more: object = {}) =>
    send(service, tenant, { event_type: 'purchase', gaid: ids.gaid, revenue, currency: 'EUR', ...more });
  const spent = async (amount: number | string, more: object = {}) => {
    const spend = { p_campaign_id: spring.campaignId, p_date: TODAY, p_amount: amount, p_currency: 'EUR' };
    const response = await tenant.owner.rpc('record_ad_spend', { ...spend, ...more });
    expect(response.status).toBe(200);
  };
  const installed = async (campaign?: TestCampaign, ids = freshDevice()) => {
    await install(service, tenant, ids, campaign);
    await settleRevenue(service);
    return ids;
  };

  return { time, service, tenant, webhook, spring, summer, campaigns, only, paid, bought, spent, installed };
}
