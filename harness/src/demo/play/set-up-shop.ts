import { randomBytes } from 'node:crypto';
import type { ResolvedKey } from '@tributary/sdk/wire/resolved-key';
import { type Credentials, createOwner, type Owner } from '../../backend/owner.ts';
import { createTokenMint, type TokenMint } from '../../world/play/integrity-tokens.ts';
import type { PlayedApp } from '../../world/play/set-up-world.ts';
import type { DemoService } from '../service/start-demo-service.ts';
import type { Shop, ShopLink } from '../story/plan-shop.ts';

/** The shop as it exists in the service. */
export interface OpenShop {
  readonly owner: Owner;
  readonly credentials: Credentials;
  readonly app: PlayedApp;
  readonly mint: TokenMint;
  /** The ids of the campaigns by their names. */
  readonly campaigns: ReadonlyMap<string, string>;
  /** What the payment providers sign with. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** The channels of the networks that receive postbacks. */
const REPORTED_CHANNELS = ['search_ads', 'social_b', 'influencer'] as const;

/** Signs the owner up and creates the account, the app, its campaigns and links, its payments and its ad networks. */
export async function setUpShop(service: DemoService, shop: Shop, networkOrigin: string): Promise<OpenShop> {
  const credentials = { email: 'demo@example.com', password: randomBytes(9).toString('base64url') };
  const owner = await createOwner(service, credentials, 'Lantern');
  const app = await createShopApp(service, owner, shop);
  const campaigns = new Map<string, string>();
  for (const link of shop.links) campaigns.set(link.campaign, await createLink(owner, app, link));
  for (const channel of REPORTED_CHANNELS) {
    await owner.rpc('create_ad_network_config', {
      p_postback_format: 'canonical',
      p_app_id: app.appId,
      p_channel: channel,
      p_event_types: ['install', 'purchase'],
      p_postback_url: `${networkOrigin}/${channel}`,
      p_label: `Demo network for ${channel}`,
    });
  }
  const secrets = await createWebhooks(owner, app);
  return { owner, credentials, app, mint: createTokenMint(), campaigns, secrets };
}

async function createShopApp(service: DemoService, owner: Owner, shop: Shop): Promise<PlayedApp> {
  const appId = await owner.rpc<string>('create_app', { p_name: shop.name, p_bundle_id: shop.bundleId });
  const { api_key } = await owner.post<{ api_key: string }>('/v1/generate-key', { app_id: appId });
  const response = await service.request('/v1/resolve-key', { headers: { 'x-service-api-key': api_key } });
  if (!response.ok) throw new Error(`resolve-key answered ${response.status}: ${await response.text()}`);
  const { sdk_secret, customer_id } = (await response.json()) as ResolvedKey;
  const [plan] = shop.apps;
  if (plan === undefined) throw new Error('the shop has no app');
  return { plan, appId, accountId: customer_id, sdkSecret: sdk_secret, apiKey: api_key };
}

/** Creates a campaign and its link; returns the campaign's id. */
async function createLink(owner: Owner, { appId, plan }: PlayedApp, link: ShopLink): Promise<string> {
  const { id } = await owner.rpc<{ id: string }>('create_campaign', {
    p_name: link.campaign,
    p_channel: link.channel,
    p_app_id: appId,
  });
  await owner.rpc('create_deep_link', {
    p_app_id: appId,
    p_slug: link.slug,
    p_fallback_url: 'https://example.com/lantern',
    p_campaign_id: id,
    ...(link.target === 'store' && {
      p_android_url: `https://play.google.com/store/apps/details?id=${plan.bundleId}`,
    }),
  });
  return id;
}

async function createWebhooks(owner: Owner, { appId }: PlayedApp): Promise<Map<string, string>> {
  const own = randomBytes(24).toString('hex');
  const create = (provider: string, secret?: string) =>
    owner.rpc<{ signing_secret: string | null }>('create_payment_webhook', {
      p_app_id: appId,
      p_provider: provider,
      ...(secret !== undefined && { p_secret: secret }),
    });
  await create('provider_a', own);
  const { signing_secret } = await create('generic');
  return new Map([
    ['provider_a', own],
    ['generic', signing_secret ?? ''],
  ]);
}
