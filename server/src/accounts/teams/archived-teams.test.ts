import { beforeEach, describe, expect, test } from 'vitest';
import { makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { answerOf } from '../../testing/answer-of.ts';
import { createSlug } from '../../testing/create-link.ts';
import { invite, join } from '../../testing/invite.ts';
import { perTest } from '../../testing/per-suite.ts';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent } from '../../testing/signed-event.ts';
import { createTenant, freshAddress, signUp, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

const rpc = async (name: string, args: object = {}, who = tenant.owner) => answerOf(who.rpc(name, args));
const teams = async () => (await rpc('list_teams')).body.items as Record<string, unknown>[];
const makeTeam = async (args: object = {}) =>
  (await rpc('create_team', { p_name: 'Games', ...args })).body as string;
const audited = async (action: string) => {
  const { body } = await rpc('list_audit_log', { p_limit: 200 });
  return body.items.filter((entry: { action: string }) => entry.action === action);
};

describe('archive_team', () => {
  test('archives a team, once', async () => {
    const id = await makeTeam();
    expect((await rpc('archive_team', { p_team_id: id })).status).toBe(204);
    expect(await teams()).toMatchObject([{ id, archived: true, archived_at: expect.any(Number) }, {}]);
    expect(await rpc('archive_team', { p_team_id: id })).toMatchObject({
      status: 409,
      body: { error: 'the team is archived' },
    });
    expect(await audited('archive_team')).toMatchObject([{ target_id: id }]);
  });

  test('refuses the default team', async () => {
    expect(await rpc('archive_team', { p_team_id: tenant.teamId })).toMatchObject({
      status: 409,
      body: { error: 'the default team cannot be archived' },
    });
  });

  test('is refused to an owner of only that team', async () => {
    const id = await makeTeam();
    const other = await signUp(service);
    await join({ owner: tenant.owner, teamId: id }, other, { p_role: 'owner' });
    expect((await rpc('archive_team', { p_team_id: id }, other)).status).toBe(403);
    expect((await rpc('rename_team', { p_team_id: id, p_name: 'Ours' }, other)).status).toBe(204);
  });
});

describe('an archived team', () => {
  let teamId: string;
  let appId: string;
  let inTeam: Tenant;
  beforeEach(async () => {
    teamId = await makeTeam();
    const args = { p_name: 'A', p_bundle_id: 'com.example.a', p_team_id: teamId };
    appId = (await rpc('create_app', args)).body;
    const key = await (await tenant.owner.post('/v1/generate-key', { app_id: appId })).json();
    const { api_key: apiKey, key_id: keyId } = key as { api_key: string; key_id: string };
    const resolved = await resolve(apiKey);
    inTeam = { ...tenant, teamId, appId, apiKey, keyId, sdkSecret: resolved.sdk_secret };
  });

  const resolve = async (apiKey: string) => {
    const headers = { 'x-service-api-key': apiKey, 'x-forwarded-for': freshAddress() };
    return (await service.request('/v1/resolve-key', { headers })).json() as Promise<{ sdk_secret: string }>;
  };
  const archive = () => rpc('archive_team', { p_team_id: teamId });

  test('takes no new app, key, link, campaign, webhook, setting or member', async () => {
    const member = await signUp(service);
    await join(inTeam, member);
    const pending = await signUp(service);
    const { token } = await invite(inTeam, pending.email);
    const slug = await createSlug(inTeam);
    const links = (await rpc('list_links', { p_app_id: appId })).body;
    const link = links.items.find((item: { slug: string }) => item.slug === slug);
    const webhook = await makeWebhook(service, inTeam);
    await rpc('revoke_payment_webhook', { p_webhook_id: webhook.id });
    const campaign = (await rpc('create_campaign', { p_name: 'C', p_app_id: appId })).body;
    const network = {
      p_postback_format: 'network_e_events',
      p_event_types: ['install'],
      p_app_id: appId,
      p_settings: { event_source_id: 'e', event_name: 'Install' },
    };
    const p_postback_url = null;
    const config = (await rpc('create_ad_network_config', network)).body;
    expect((await archive()).status).toBe(204);

    const p_team_id = teamId;
    const p_app_id = appId;
    const refused: [string, object][] = [
      ['create_app', { p_name: 'B', p_bundle_id: 'com.example.b', p_team_id }],
      ['update_app', { p_app_id, p_name: 'B' }],
      ['create_deep_link', { p_app_id, p_slug: 'new-link', p_fallback_url: 'https://example.com/' }],
      ['update_link', { p_link_id: link.id, p_fallback_url: 'https://example.com/2' }],
      ['set_link_active', { p_link_id: link.id, p_active: true }],
      ['set_app_active', { p_app_id, p_active: true }],
      ['create_campaign', { p_name: 'D', p_app_id }],
      ['update_campaign', { p_campaign_id: campaign.id, p_name: 'D' }],
      [
        'record_ad_spend',
        { p_campaign_id: campaign.id, p_date: '2026-01-01', p_amount: 1, p_currency: 'USD' },
      ],
      ['create_payment_webhook', { p_app_id, p_provider: 'generic' }],
      ['create_ad_network_config', { ...network, p_postback_url }],
      ['update_ad_network_config', { p_config_id: config.id, p_label: 'B' }],
      ['set_ad_network_credential', { p_config_id: config.id, p_credential: 'credential-1' }],
      ['reactivate_payment_webhook', { p_webhook_id: webhook.id }],
      ['rename_team', { p_team_id, p_name: 'B' }],
      ['create_invitation', { p_team_id, p_email: 'new@example.com', p_role: 'viewer' }],
      ['update_member_role', { p_team_id, p_user_id: member.userId, p_role: 'owner' }],
    ];
    for (const [name, args] of refused) expect([name, (await rpc(name, args)).status]).toEqual([name, 409]);
    expect((await tenant.owner.post('/v1/generate-key', { app_id: appId })).status).toBe(409);
    const job = { app_id: appId, source_platform: 'custom' };
    expect((await tenant.owner.post('/v1/migration-importer/start', job)).status).toBe(409);
    expect(await rpc('accept_invitation', { p_token: token }, pending)).toMatchObject({
      status: 409,
      body: { error: 'the team is archived' },
    });
  });

  test('lets keys, links, webhooks, apps, members and invitations be stopped', async () => {
    const member = await signUp(service);
    await join(inTeam, member);
    const { invitation_id } = await invite(inTeam, 'someone@example.com');
    const slug = await createSlug(inTeam);
    const links = (await rpc('list_links', { p_app_id: appId })).body;
    const link = links.items.find((item: { slug: string }) => item.slug === slug);
    const webhook = await makeWebhook(service, inTeam);
    const network = {
      p_postback_format: 'canonical',
      p_event_types: ['install'],
      p_channel: 'sms',
      p_app_id: appId,
    };
    const p_postback_url = 'https://example.com/postback';
    const config = (await rpc('create_ad_network_config', { ...network, p_postback_url })).body;
    await archive();
    const allowed: [string, object][] = [
      ['delete_ad_network_config', { p_config_id: config.id }],
      ['revoke_api_key', { p_key_id: inTeam.keyId }],
      ['delete_api_key', { p_key_id: inTeam.keyId }],
      ['set_link_active', { p_link_id: link.id, p_active: false }],
      ['check_payment', { p_webhook_id: webhook.id, p_headers: {}, p_body: '{}' }],
      ['revoke_payment_webhook', { p_webhook_id: webhook.id }],
      ['delete_payment_webhook', { p_webhook_id: webhook.id }],
      ['check_event', { p_app_id: appId, p_event: {} }],
      ['set_app_active', { p_app_id: appId, p_active: false }],
      ['revoke_invitation', { p_invitation_id: invitation_id }],
      ['team_remove_member', { p_team_id: teamId, p_user_id: member.userId }],
    ];
    for (const [name, args] of allowed)
      expect([name, (await rpc(name, args)).status]).toEqual([
        name,
        expect.toSatisfy((s) => s === 200 || s === 204),
      ]);
  });

  test('keeps its apps reporting and readable', async () => {
    await archive();
    expect((await resolve(inTeam.apiKey)).sdk_secret).toBe(inTeam.sdkSecret);
    const { results } = await postEvents(service, signedEvent(inTeam));
    expect(results).toMatchObject([{ status: 'accepted' }]);
    for (const query of [`app_id=${appId}`, `team_id=${teamId}`]) {
      const report = await tenant.owner.get(`/v1/analytics?resource=summary&${query}`);
      expect(report.status).toBe(200);
    }
    const apps = (await rpc('list_apps', { p_team_id: teamId })).body;
    expect(apps.items).toMatchObject([{ id: appId }]);
    expect((await rpc('list_members', { p_team_id: teamId })).body.items).toHaveLength(1);
    expect((await rpc('list_api_keys', { p_app_id: appId })).body.items).toHaveLength(1);
  });

  test('gives its members no role in resources of the whole account', async () => {
    const marketer = await signUp(service);
    await join(inTeam, marketer, { p_role: 'marketer' });
    expect((await rpc('create_campaign', { p_name: 'All' }, marketer)).status).toBe(200);
    await archive();
    expect((await rpc('create_campaign', { p_name: 'All' }, marketer)).status).toBe(403);
    expect((await rpc('list_campaigns', {}, marketer)).status).toBe(200);
  });
});
