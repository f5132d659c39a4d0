import type { Channel } from '@tributary/sdk/wire/event';
import type { TestService } from '@tributary/server/testing/test-service';
import { createTenant, type Tenant } from '@tributary/server/testing/test-tenant';

interface DemoCampaign {
  readonly name: string;
  readonly slug: string;
  readonly channel: Channel;
  /** Weight among all installs. */
  readonly share: number;
  readonly id: string;
}

/** An account with what a shop's app needs. */
export interface Shop {
  readonly tenant: Tenant;
  readonly campaigns: readonly DemoCampaign[];
  readonly webhook: { readonly path: string; readonly secret: string };
}

const CAMPAIGNS = [
  { name: 'Spring sale', slug: 'spring-sale', channel: 'influencer', share: 26 },
  { name: 'Video ads', slug: 'video-ads', channel: 'social_b', share: 20 },
  { name: 'Search', slug: 'search', channel: 'search_ads', share: 14 },
  { name: 'Newsletter', slug: 'newsletter', channel: 'email', share: 8 },
] as const;

const STORE = 'https://play.google.com/store/apps/details?id=com.example.shop';

/** Creates campaigns with links and spend, a payment webhook, and an ad network that gets postbacks at that address. */
export async function setUpShop(
  service: TestService,
  networkOrigin: string,
  days: readonly string[],
): Promise<Shop> {
  const tenant = await createTenant(service);
  const { owner, appId } = tenant;
  const rpc = async <Answer>(name: string, args: object): Promise<Answer> => {
    const response = await owner.rpc(name, args);
    const text = await response.text();
    if (!response.ok) throw new Error(`${name}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };
  const campaigns: DemoCampaign[] = [];
  for (const plan of CAMPAIGNS) {
    const { id } = await rpc<{ id: string }>('create_campaign', {
      ...{ p_name: plan.name, p_channel: plan.channel, p_app_id: appId },
    });
    await rpc('create_deep_link', {
      ...{ p_app_id: appId, p_slug: plan.slug, p_campaign_id: id, p_android_url: STORE },
      p_fallback_url: 'https://shop.example.com/',
    });
    for (const p_date of days.filter((_day, at) => at % 7 === 0))
      await rpc('record_ad_spend', {
        p_campaign_id: id,
        p_date,
        p_amount: plan.share * 3,
        p_currency: 'EUR',
      });
    campaigns.push({ ...plan, id });
  }
  await rpc('create_ad_network_config', {
    ...{ p_postback_format: 'canonical', p_channel: 'social_b', p_event_types: ['install', 'purchase'] },
    ...{ p_postback_url: `${networkOrigin}/postback`, p_settings: {} },
  });
  const webhook = await rpc<{ webhook_url: string; signing_secret: string }>('create_payment_webhook', {
    ...{ p_app_id: appId, p_provider: 'generic', p_label: 'Checkout' },
  });
  return { tenant, campaigns, webhook: { path: webhook.webhook_url, secret: webhook.signing_secret } };
}
