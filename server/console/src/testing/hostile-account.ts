import type { ResolvedKey } from '@tributary/sdk/wire/resolved-key';
import { countEvents } from '@tributary/server/counters/events/count-events';
import { processAllImports, startJob, upload } from '@tributary/server/imports/testing/import-file';
import { deliver, makeWebhook } from '@tributary/server/payments/testing/payment-webhook';
import { attributionsOf, clickLink, processQueued, send } from '@tributary/server/testing/attributed-app';
import { createLink } from '@tributary/server/testing/create-link';
import { join } from '@tributary/server/testing/invite';
import { postEvents } from '@tributary/server/testing/post-events';
import { signedEvent, type WireEvent } from '@tributary/server/testing/signed-event';
import type { TestService } from '@tributary/server/testing/test-service';
import { freshAddress, PASSWORD, type Person, type Tenant } from '@tributary/server/testing/test-tenant';
import { HOSTILE_AGENT, HOSTILE_URL, hostileText } from './hostile-text.ts';

/** An account in which whatever people, phones and providers may name is named to do harm. */
export interface HostileAccount {
  readonly tenant: Tenant;
  readonly linkId: string;
  readonly installId: string;
  /** An id of the device of that install. */
  readonly userId: string;
}

const REVENUE = { revenue: 9_999_999_999.99, currency: 'USD' };

/**
 * Makes it over the interfaces that everyone has, each text as long as it may be.
 *
 * @param owner who has no account yet
 * @param member who has none either, and becomes a member
 */
export async function makeHostileAccount(
  service: TestService,
  owner: Person,
  member: Person,
): Promise<HostileAccount> {
  const tenant = await makeApp(service, owner);
  await Promise.all([nameThings(tenant), join(tenant, member, { p_role: 'developer' })]);
  await signInFrom(service, owner, HOSTILE_AGENT);
  for (const person of [owner, member])
    await person.post('/api/auth/update-user', { name: hostileText(200) });
  const campaign = await asked<{ id: string }>(
    owner.rpc('create_campaign', { p_name: hostileText(200), p_app_id: tenant.appId }),
  );
  const link = await createLink(tenant, {
    p_slug: `${'-'.repeat(32)}${'w'.repeat(32)}`,
    p_campaign_id: campaign.id,
    p_fallback_url: HOSTILE_URL,
    p_android_url: HOSTILE_URL,
    p_deep_link_path: `/${hostileText(1023)}`,
    p_deferred_params: { [hostileText(100)]: hostileText(1000) },
    p_utm: { source: hostileText(300), campaign: hostileText(300) },
    p_tags: [hostileText(40), 'javascript:taken=1', '\u202e\u200b'.repeat(20)],
    p_rules: [{ when: { platform: 'desktop' }, url: HOSTILE_URL, weight: 1_000_000 }],
  });
  const install = await makeInstall(service, tenant, link.slug);
  const spend = { p_campaign_id: campaign.id, p_amount: 9_999_999_999, p_currency: 'USD' };
  await asked(owner.rpc('record_ad_spend', { ...spend, p_date: dayOf(service.services.clock()) }));
  await sellThings(service, tenant);
  await importThings(service, tenant);
  return { tenant, linkId: link.id, ...install };
}

async function signInFrom(service: TestService, { email }: Person, agent: string): Promise<void> {
  await asked(
    service.request('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent, 'x-forwarded-for': freshAddress() },
      body: JSON.stringify({ email, password: PASSWORD }),
    }),
  );
}

async function makeApp(service: TestService, owner: Person): Promise<Tenant> {
  const account = await asked<{ account_id: string; team_id: string }>(
    owner.rpc('create_account', { p_name: hostileText(200) }),
  );
  const bundle = `com.${'w'.repeat(240)}.example`;
  const appId = await asked<string>(
    owner.rpc('create_app', { p_name: hostileText(200), p_bundle_id: bundle }),
  );
  const key = await asked<{ api_key: string; key_id: string }>(
    owner.post('/v1/generate-key', { app_id: appId, label: hostileText(200) }),
  );
  const headers = { 'x-service-api-key': key.api_key, 'x-forwarded-for': freshAddress() };
  const { sdk_secret } = await asked<ResolvedKey>(service.request('/v1/resolve-key', { headers }));
  return {
    owner,
    accountId: account.account_id,
    teamId: account.team_id,
    appId,
    apiKey: key.api_key,
    keyId: key.key_id,
    sdkSecret: sdk_secret,
  };
}

/** What has a name and nothing else to it. */
async function nameThings({ owner, appId, teamId }: Tenant): Promise<void> {
  const label = hostileText(200);
  await asked(owner.rpc('create_team', { p_name: label, p_avatar: hostileText(2048) }));
  await asked(
    owner.rpc('create_invitation', {
      p_team_id: teamId,
      p_email: `${'w'.repeat(60)}@${'w'.repeat(60)}.example.com`,
      p_role: 'viewer',
    }),
  );
  await asked(owner.rpc('create_access_token', { p_label: label, p_role: 'viewer' }));
  await asked(owner.rpc('upsert_sdk_config', { p_notes: hostileText(1000) }));
  await asked(
    owner.rpc('create_payment_webhook', {
      p_app_id: appId,
      p_provider: 'provider_a',
      p_label: label,
      p_secret: label,
    }),
  );
  await asked(
    owner.rpc('create_ad_network_config', {
      p_app_id: appId,
      p_postback_format: 'canonical',
      p_event_types: ['install'],
      p_channel: 'social_a',
      p_postback_url: HOSTILE_URL,
      p_label: label,
    }),
  );
  await asked(owner.rpc('erase_device', { p_android_id: hostileText(256) }));
}

/** A phone that lies of everything clicks, installs, buys, and sends what is refused. */
async function makeInstall(service: TestService, tenant: Tenant, slug: string) {
  const { clickId, referrer } = await clickLink(service, slug, {
    query: `?gaid=${encodeURIComponent(hostileText(128))}&${encodeURIComponent(hostileText(60))}=${encodeURIComponent(hostileText(500))}`,
    userAgent: HOSTILE_AGENT,
  });
  const userId = hostileText(512);
  const device: WireEvent = {
    user_id: userId,
    android_id: hostileText(256),
    gaid: hostileText(256),
    device_model: hostileText(512),
    os_name: hostileText(512),
    os_version: hostileText(512),
    app_version: hostileText(512),
    screen_resolution: hostileText(512),
    sdk_version: hostileText(256),
    event_properties: { [hostileText(100)]: hostileText(10_000) },
  };
  const agent = { 'user-agent': HOSTILE_AGENT };
  await send(service, tenant, { event_type: 'install', click_id: clickId, referrer, ...device }, agent);
  await processQueued(service);
  await send(service, tenant, { event_type: 'purchase', ...device, ...REVENUE }, agent);
  for (const event of hostileEvents(tenant, device)) await postEvents(service, event, agent);
  await processQueued(service);
  while ((await countEvents(service.services.workPool)) > 0);
  const [attribution] = await attributionsOf(service, tenant);
  if (!attribution) throw new Error('the install was not attributed');
  return { installId: attribution.install_id, userId };
}

/** One that is accepted, and three that are refused: for their type, their signature and what they hold. */
export function hostileEvents(tenant: Tenant, device: WireEvent = {}): WireEvent[] {
  const custom = { ...device, event_type: 'custom', custom_event_name: hostileText(512) };
  return [
    signedEvent(tenant, custom),
    signedEvent(tenant, { ...custom, event_type: hostileText(10_000) }),
    { ...signedEvent(tenant, { ...custom, event_id: hostileText(128) }), signature: hostileText(64) },
    signedEvent(tenant, { ...custom, currency: hostileText(3), referrer: hostileText(8193) }),
  ];
}

async function sellThings(service: TestService, tenant: Tenant): Promise<void> {
  const webhook = await makeWebhook(service, tenant);
  const sale = { amount: 9_999_999_999.99, currency: 'USD' };
  const metadata = { gaid: hostileText(256), [hostileText(50)]: hostileText(1000) };
  for (const reference of [hostileText(128), hostileText(10_000)])
    await deliver(service, webhook, { ...sale, reference, metadata });
  await deliver(service, webhook, { ...sale, reference: 'p-1', event_type: hostileText(100) });
  await deliver(service, webhook, hostileText(1000));
}

/** Rows that are taken, with names that make campaigns, and rows that are refused. */
async function importThings(service: TestService, tenant: Tenant): Promise<void> {
  const jobId = await startJob(tenant, 'custom');
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const at = new Date(service.services.clock() - 86_400_000).toISOString();
  const name = hostileText(190);
  const lines = [
    'event_type,event_time,gaid,campaign_name,device_model',
    ['install', at, name, name, name].map(cell).join(','),
    [name, name, name, name, name].map(cell).join(','),
  ];
  const sent = await upload(service, tenant.owner, jobId, lines.join('\n'));
  if (!sent.ok) throw new Error(await sent.text());
  await processAllImports(service);
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

async function asked<T>(pending: Promise<Response>): Promise<T> {
  const response = await pending;
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
