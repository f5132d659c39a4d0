import { randomUUID } from 'node:crypto';
import { clickLink, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import type { TestService } from '../../testing/test-service.ts';
import { addCampaign, type Tenant } from '../../testing/test-tenant.ts';

/** A campaign of a tenant, and a link that leads to its app. */
export interface TestCampaign {
  readonly campaignId: string;
  readonly slug: string;
}

/** A campaign of the tenant's app, with a link. */
export async function makeCampaign(tenant: Tenant, name: string): Promise<TestCampaign> {
  const campaignId = await addCampaign(tenant, { p_name: name, p_app_id: tenant.appId });
  return { campaignId, slug: await createSlug(tenant, { p_campaign_id: campaignId }) };
}

export type DeviceIds = Record<'gaid' | 'android_id' | 'user_id' | 'installation_id', string>;

/** The ids of an unknown device. */
export function freshDevice(): DeviceIds {
  return {
    gaid: randomUUID(),
    android_id: randomUUID().slice(0, 8),
    user_id: `user-${randomUUID()}`,
    installation_id: randomUUID(),
  };
}

/**
 * Makes a device follow a campaign's link and install now; without a campaign the install is organic. Returns the
 * click.
 */
export async function install(
  service: TestService,
  tenant: Tenant,
  ids: Partial<DeviceIds>,
  campaign?: TestCampaign,
): Promise<string | undefined> {
  const click = campaign && (await clickLink(service, campaign.slug));
  await send(service, tenant, { event_type: 'install', ...ids, ...(click && { click_id: click.clickId }) });
  return click?.clickId;
}
