import type { Tenant } from './test-tenant.ts';

export const STORE_URL = 'https://play.google.com/store/apps/details?id=com.example.a';

/** A link as `create_deep_link` returns it. */
export interface TestLink {
  readonly id: string;
  readonly slug: string;
  readonly url: string;
}

let slugs = 0;

/** Creates a link of a tenant's app. @param args override the arguments of `create_deep_link`. */
export async function createLink(tenant: Tenant, args: Record<string, unknown> = {}): Promise<TestLink> {
  const response = await tenant.owner.rpc('create_deep_link', {
    p_app_id: tenant.appId,
    p_slug: `link-${process.pid}-${slugs++}`,
    p_fallback_url: 'https://example.com/landing',
    p_android_url: STORE_URL,
    p_channel: 'influencer',
    ...args,
  });
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as TestLink;
}

/** Creates a link of a tenant's app and returns its slug. @param args override the arguments of `create_deep_link`. */
export async function createSlug(tenant: Tenant, args: Record<string, unknown> = {}): Promise<string> {
  return (await createLink(tenant, args)).slug;
}
