import { createNodeClient } from '@tributary/sdk/node';
import type { Backend } from '../backend/backend.ts';
import { createOwner, type Owner } from '../backend/owner.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const STORE = 'https://play.google.com/store/apps/details?id=com.example.shop';

interface Summary {
  total_installs: number;
  avg_confidence_score: number;
  installs_by_model: Record<string, number>;
  installs_by_channel: Record<string, number>;
}

interface AttributionLog {
  attributions: {
    install_id: string;
    model: string;
    channel: string;
    click_id: string | null;
    confidence_score: number;
    confidence_breakdown: unknown;
    reason: string;
  }[];
}

export interface OneInstall {
  readonly owner: Owner;
  readonly appId: string;
  /** From the redirect to the store. */
  readonly clickId: string;
  readonly summary: Summary;
  readonly log: AttributionLog;
  /** Time from the SDK's flush until the install appeared in the summary, in ms. */
  readonly visibleAfterMs: number;
}

/**
 * Plays one person's journey: a link, a click, the store, and the first open of the app with the store's referrer.
 *
 * @param directory where the device keeps the SDK's files
 */
export async function playOneInstall(backend: Backend, directory: string): Promise<OneInstall> {
  const owner = await createOwner(backend);
  const appId = await owner.rpc<string>('create_app', { p_name: 'Shop', p_bundle_id: 'com.example.shop' });
  const { api_key } = await owner.post<{ api_key: string }>('/v1/generate-key', { app_id: appId });
  const slug = `spring-${Date.now().toString(36)}`;
  await owner.rpc('create_deep_link', {
    p_app_id: appId,
    p_slug: slug,
    p_fallback_url: 'https://shop.example.com/',
    p_android_url: STORE,
    p_channel: 'influencer',
  });

  const referrer = await click(backend, slug);
  const started = await firstOpen(backend, directory, api_key, referrer);
  const summary = await untilInstalled(owner);
  return {
    owner,
    appId,
    clickId: new URLSearchParams(referrer).get('service_click_id') ?? '',
    summary,
    log: await owner.analytics<AttributionLog>('attribution_log'),
    visibleAfterMs: performance.now() - started,
  };
}

/** Follows the link up to the store's URL and returns the referrer that the store would pass to the app. */
async function click({ origin }: Backend, slug: string): Promise<string> {
  const response = await fetch(`${origin}/l/${slug}`, {
    redirect: 'manual',
    headers: { 'user-agent': ANDROID },
  });
  await response.body?.cancel();
  return new URL(response.headers.get('location') ?? 'about:blank').searchParams.get('referrer') ?? '';
}

async function firstOpen(
  { origin }: Backend,
  directory: string,
  apiKey: string,
  referrer: string,
): Promise<number> {
  const client = createNodeClient();
  const device = {
    device_model: 'SM-A155F',
    os_name: 'Android',
    os_version: '14',
    android_id: 'a1b2c3d4e5f60718',
  };
  client.init({ directory, device }, apiKey, { ingestEndpoint: `${origin}/v1/ingest` });
  await client.trackEvent('install', { referrer });
  await client.trackEvent('open');
  const started = performance.now();
  await client.flush();
  await client.close();
  return started;
}

async function untilInstalled(owner: Owner): Promise<Summary> {
  for (const until = Date.now() + 10_000; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const summary = await owner.analytics<Summary>('summary');
    if (summary.total_installs > 0 || Date.now() > until) return summary;
  }
}
