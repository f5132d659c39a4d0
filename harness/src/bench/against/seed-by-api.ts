import { randomBytes } from 'node:crypto';
import type { Backend } from '../../backend/backend.ts';
import { createOwner, type Owner } from '../../backend/owner.ts';
import type { SeededApp } from '../../backend/seed-apps.ts';

/** So many apps that none exceeds its requests a minute. */
const ACCOUNTS = 4;
const APPS_PER_ACCOUNT = 50;
const LINKS_PER_APP = 2;

/** An app with what is sent to it. */
export interface ApiApp extends SeededApp {
  /** Signs deliveries of provider_a. */
  readonly webhookSecret: string;
  readonly slugs: readonly string[];
}

export interface ApiAccount {
  readonly owner: Owner;
  readonly apps: readonly ApiApp[];
}

/**
 * Makes accounts with apps, links and webhooks through the service's API, which stays the same from commit to commit, as
 * tables do not.
 */
export async function seedByApi(service: Backend): Promise<ApiAccount[]> {
  let made = 0;
  return Promise.all(
    Array.from({ length: ACCOUNTS }, async () => {
      const owner = await createOwner(service);
      const apps: ApiApp[] = [];
      while (apps.length < APPS_PER_ACCOUNT) apps.push(await createApp(service, owner, made++));
      return { owner, apps };
    }),
  );
}

async function createApp({ origin }: Backend, owner: Owner, n: number): Promise<ApiApp> {
  const appId = await owner.rpc<string>('create_app', { p_name: `App ${n}`, p_bundle_id: 'com.example.app' });
  const { api_key } = await owner.post<{ api_key: string }>('/v1/generate-key', { app_id: appId });
  // Each asks from an address of its own, as phones do.
  const headers = { 'x-service-api-key': api_key, 'x-forwarded-for': `105.140.${n >> 8}.${n & 255}` };
  const answer = await fetch(`${origin}/v1/resolve-key`, { headers });
  const key = (await answer.json()) as { customer_id: string; sdk_secret: string };
  const slugs = Array.from({ length: LINKS_PER_APP }, (_, link) => `bench-${n}-${link}`);
  for (const slug of slugs)
    await owner.rpc('create_deep_link', {
      p_app_id: appId,
      p_slug: slug,
      p_channel: 'influencer',
      p_fallback_url: 'https://example.com/landing',
      p_android_url: 'https://play.google.com/store/apps/details?id=com.example.app',
    });
  const webhookSecret = `sk_${randomBytes(20).toString('hex')}`;
  await owner.rpc('create_payment_webhook', {
    p_app_id: appId,
    p_provider: 'provider_a',
    p_secret: webhookSecret,
  });
  return { customerId: key.customer_id, appId, secret: key.sdk_secret, webhookSecret, slugs };
}
