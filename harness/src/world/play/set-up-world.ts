import type { ResolvedKey } from '@tributary/sdk/wire/resolved-key';
import type { TestService } from '@tributary/server/testing/test-service';
import { createTenant, type Person, type Tenant } from '@tributary/server/testing/test-tenant';
import type { AppPlan, LinkPlan, WorldPlan } from '../plan-world.ts';

/** An app of the world as it exists in the service. */
export interface PlayedApp {
  readonly plan: AppPlan;
  readonly accountId: string;
  readonly appId: string;
  readonly sdkSecret: string;
  readonly apiKey: string;
}

export type PrivacyMode = 'standard' | 'strict';

interface WorldSettings {
  /** Of integrity tokens. */
  readonly verificationKey: string;
  readonly privacyMode: PrivacyMode;
}

/** Creates the world's apps, campaigns and links, all with one owner. */
export async function setUpWorld(
  service: TestService,
  plan: WorldPlan,
  { verificationKey, privacyMode }: WorldSettings,
): Promise<{ tenant: Tenant; apps: PlayedApp[] }> {
  const tenant = await createTenant(service);
  const apps: PlayedApp[] = [];
  for (const appPlan of plan.apps) {
    const app = await makeApp(service, tenant, appPlan, privacyMode);
    apps.push(app);
    for (const link of appPlan.links) await makeLink(tenant.owner, app, link);
    if (appPlan.sendsTokens) await expectTokens(service, app, verificationKey);
  }
  return { tenant, apps };
}

async function makeApp(
  service: TestService,
  tenant: Tenant,
  plan: AppPlan,
  privacyMode: PrivacyMode,
): Promise<PlayedApp> {
  const appId = await answer<string>(
    tenant.owner.rpc('create_app', {
      p_name: `World ${plan.index}`,
      p_bundle_id: plan.bundleId,
      p_privacy_mode: privacyMode,
    }),
  );
  const { api_key } = await answer<{ api_key: string }>(
    tenant.owner.post('/v1/generate-key', { app_id: appId }),
  );
  const headers = { 'x-service-api-key': api_key, 'x-forwarded-for': '203.0.113.9' };
  const { sdk_secret } = await answer<ResolvedKey>(service.request('/v1/resolve-key', { headers }));
  return { plan, appId, accountId: tenant.accountId, sdkSecret: sdk_secret, apiKey: api_key };
}

async function makeLink(owner: Person, { appId, plan }: PlayedApp, link: LinkPlan): Promise<void> {
  const campaign = await answer<{ id: string }>(
    owner.rpc('create_campaign', { p_name: link.slug, p_channel: link.channel, p_app_id: appId }),
  );
  await answer(
    owner.rpc('create_deep_link', {
      p_app_id: appId,
      p_slug: link.slug,
      p_fallback_url: `https://example.com/app${plan.index}`,
      p_campaign_id: campaign.id,
      ...(link.target === 'store' && {
        p_android_url: `https://play.google.com/store/apps/details?id=${plan.bundleId}`,
      }),
    }),
  );
}

async function expectTokens(service: TestService, { appId }: PlayedApp, key: string): Promise<void> {
  await service.services.workPool.query('update apps set settings = settings || $2 where id = $1', [
    appId,
    JSON.stringify({ integrity: { expected: true, verification_key: key } }),
  ]);
}

async function answer<T>(pending: Promise<Response>): Promise<T> {
  const response = await pending;
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
