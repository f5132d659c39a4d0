import { randomBytes } from 'node:crypto';
import type { MatrixRow } from './matrix-row.ts';

const fresh = (prefix: string) => prefix + randomBytes(5).toString('hex');

const MARKETER_OF_APP = [401, 401, 401, 403, 403, 200, 200, 200, 403, 404];
const DEVELOPER_OF_APP = [401, 401, 401, 403, 403, 403, 200, 200, 403, 404];
const VIEWER_OF_APP = [401, 401, 401, 403, 200, 200, 200, 200, 403, 404];

const OWNER_OF_TEAM = [401, 401, 401, 403, 403, 403, 403, 200, 403, 404];
/** For procedures that name no resource: the other tenant succeeds in its own account. */
const ACCOUNT_OWNER = [401, 401, 401, 403, 403, 403, 403, 200, 403, 200];
const MEMBER = [401, 401, 401, 403, 200, 200, 200, 200, 200, 200];
const PERSON = [401, 401, 401, 200, 200, 200, 200, 200, 200, 200];

function withoutAnswer(expected: readonly number[]): number[] {
  return expected.map((status) => (status === 200 ? 204 : status));
}

/** Procedures: each is called through both transports. */
export const PROCEDURES: Record<string, MatrixRow> = {
  create_account: {
    args: () => ({ p_name: 'Another' }),
    expected: PERSON,
  },
  list_accounts: { expected: PERSON },
  set_active_account: {
    args: ({ tenant }) => ({ p_account_id: tenant.accountId }),
    expected: [401, 401, 401, 404, 204, 204, 204, 204, 204, 404],
  },
  create_team: { args: () => ({ p_name: 'Team' }), expected: ACCOUNT_OWNER },
  rename_team: {
    args: ({ tenant }) => ({ p_team_id: tenant.teamId, p_name: 'Renamed' }),
    expected: withoutAnswer(OWNER_OF_TEAM),
  },
  archive_team: {
    args: ({ spare }) => ({ p_team_id: spare.teamId() }),
    expected: withoutAnswer(OWNER_OF_TEAM),
  },
  list_teams: { args: ({ tenant }) => ({ p_team_id: tenant.teamId }), expected: VIEWER_OF_APP },
  list_members: { args: ({ tenant }) => ({ p_team_id: tenant.teamId }), expected: VIEWER_OF_APP },
  update_member_role: {
    args: ({ tenant, people }) => ({
      p_team_id: tenant.teamId,
      p_user_id: people.viewer.userId,
      p_role: 'viewer',
    }),
    expected: withoutAnswer(OWNER_OF_TEAM),
  },
  team_remove_member: {
    args: ({ tenant, spare }) => ({ p_team_id: tenant.teamId, p_user_id: spare.userId() }),
    expected: withoutAnswer(OWNER_OF_TEAM),
  },
  create_invitation: {
    args: ({ tenant }) => ({
      p_team_id: tenant.teamId,
      p_email: `${fresh('invited')}@example.com`,
      p_role: 'viewer',
    }),
    expected: OWNER_OF_TEAM,
  },
  list_invitations: { args: ({ tenant }) => ({ p_team_id: tenant.teamId }), expected: VIEWER_OF_APP },
  revoke_invitation: {
    args: ({ spare }) => ({ p_invitation_id: spare.invitationId() }),
    expected: withoutAnswer(OWNER_OF_TEAM),
  },
  accept_invitation: {
    // The invitation is for someone else.
    args: ({ invitationToken }) => ({ p_token: invitationToken }),
    expected: PERSON.map((status) => (status === 200 ? 409 : status)),
  },
  get_sdk_config: { expected: MEMBER },
  upsert_sdk_config: { args: () => ({ p_batch_size: 20 }), expected: ACCOUNT_OWNER },
  clear_sdk_config: { expected: withoutAnswer(ACCOUNT_OWNER) },
  list_audit_log: { expected: ACCOUNT_OWNER },
  get_usage: { expected: MEMBER },
  create_access_token: { args: () => ({ p_label: 'CI', p_role: 'viewer' }), expected: MEMBER },
  list_access_tokens: { expected: MEMBER },
  revoke_access_token: {
    args: ({ spare }) => ({ p_token_id: spare.accessTokenId() }),
    expected: withoutAnswer(OWNER_OF_TEAM),
  },
  create_app: {
    args: ({ tenant }) => ({ p_name: 'App', p_bundle_id: fresh('com.example.m'), p_team_id: tenant.teamId }),
    expected: [401, 401, 401, 403, 403, 403, 200, 200, 403, 404],
  },
  update_app: {
    args: ({ tenant }) => ({ p_app_id: tenant.appId, p_name: 'Renamed' }),
    expected: DEVELOPER_OF_APP,
  },
  list_apps: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  set_app_active: {
    args: ({ tenant }) => ({ p_app_id: tenant.appId, p_active: true }),
    expected: withoutAnswer(DEVELOPER_OF_APP),
  },
  list_api_keys: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  delete_api_key: {
    // The key is active: callers who may delete it must revoke it first.
    args: ({ tenant }) => ({ p_key_id: tenant.keyId }),
    expected: DEVELOPER_OF_APP.map((status) => (status === 200 ? 409 : status)),
  },
  revoke_api_key: {
    // A spare key, revoked once: callers who may revoke it find that it is.
    args: ({ revokedKeyId }) => ({ p_key_id: revokedKeyId }),
    expected: DEVELOPER_OF_APP.map((status) => (status === 200 ? 409 : status)),
  },
  check_event: {
    args: ({ tenant }) => ({ p_app_id: tenant.appId, p_event: {} }),
    expected: DEVELOPER_OF_APP,
  },
  create_deep_link: {
    args: ({ tenant }) => ({
      p_app_id: tenant.appId,
      p_slug: fresh('m-'),
      p_fallback_url: 'https://example.com/',
    }),
    expected: MARKETER_OF_APP,
  },
  create_deep_links: {
    args: ({ tenant }) => ({
      p_links: [{ p_app_id: tenant.appId, p_slug: fresh('m-'), p_fallback_url: 'https://example.com/' }],
    }),
    expected: [401, 401, 401, 403, 403, 200, 200, 200, 200, 200],
  },
  upsert_deep_link: {
    args: ({ tenant }) => ({
      p_app_id: tenant.appId,
      p_slug: fresh('m-'),
      p_fallback_url: 'https://example.com/',
    }),
    expected: MARKETER_OF_APP,
  },
  update_link: {
    args: ({ linkId }) => ({ p_link_id: linkId, p_fallback_url: 'https://example.com/2' }),
    expected: MARKETER_OF_APP,
  },
  set_link_active: {
    args: ({ linkId }) => ({ p_link_id: linkId, p_active: false }),
    expected: withoutAnswer(MARKETER_OF_APP),
  },
  list_rejected_events: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  list_links: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  link_stats: { args: ({ linkId }) => ({ p_link_id: linkId }), expected: VIEWER_OF_APP },
  list_attributions: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  explain_attribution: {
    args: ({ installId }) => ({ p_install_id: installId }),
    expected: VIEWER_OF_APP,
  },
  find_device: {
    args: ({ tenant, deviceId }) => ({ p_app_id: tenant.appId, p_id: deviceId }),
    expected: VIEWER_OF_APP,
  },
  device_timeline: { args: ({ deviceId }) => ({ p_device_id: deviceId }), expected: VIEWER_OF_APP },
  create_campaign: {
    args: ({ tenant }) => ({ p_name: 'Spring', p_app_id: tenant.appId }),
    expected: MARKETER_OF_APP,
  },
  update_campaign: {
    args: ({ campaignId }) => ({ p_campaign_id: campaignId, p_name: 'Summer' }),
    expected: MARKETER_OF_APP,
  },
  list_campaigns: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  record_ad_spend: {
    args: ({ campaignId }) => ({
      p_campaign_id: campaignId,
      p_date: '2026-01-31',
      p_amount: 12.5,
      p_currency: 'USD',
    }),
    expected: MARKETER_OF_APP,
  },
  list_ad_spend: {
    expected: [401, 401, 401, 403, 200, 200, 200, 200, 200, 200],
  },
  upload_ad_spend: {
    args: ({ campaignId }) => ({
      p_source: 'csv',
      p_data: `date,amount,currency,campaign_id\n2026-01-31,12.5,USD,${campaignId}\n`,
    }),
    // In the account's other team, and in another account, this campaign does not exist.
    expected: [401, 401, 401, 403, 403, 200, 200, 200, 400, 400],
  },
  create_payment_webhook: {
    args: ({ tenant }) => ({ p_app_id: tenant.appId, p_provider: 'generic' }),
    expected: DEVELOPER_OF_APP,
  },
  list_payment_webhooks: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  revoke_payment_webhook: {
    // It is already revoked, which is the answer to callers who may revoke it.
    args: ({ revokedWebhookId }) => ({ p_webhook_id: revokedWebhookId() }),
    expected: DEVELOPER_OF_APP.map((status) => (status === 200 ? 409 : status)),
  },
  reactivate_payment_webhook: {
    args: ({ revokedWebhookId }) => ({ p_webhook_id: revokedWebhookId() }),
    expected: withoutAnswer(DEVELOPER_OF_APP),
  },
  check_payment: {
    args: ({ activeWebhookId }) => ({ p_webhook_id: activeWebhookId, p_headers: {}, p_body: '{}' }),
    expected: DEVELOPER_OF_APP,
  },
  delete_payment_webhook: {
    args: ({ revokedWebhookId }) => ({ p_webhook_id: revokedWebhookId() }),
    expected: withoutAnswer(DEVELOPER_OF_APP),
  },
  create_ad_network_config: {
    args: ({ tenant }) => ({
      p_app_id: tenant.appId,
      p_postback_format: 'network_b_app',
      p_event_types: ['install'],
      p_settings: { link_id: 'L' },
    }),
    expected: DEVELOPER_OF_APP,
  },
  update_ad_network_config: {
    args: ({ configId }) => ({ p_config_id: configId, p_label: 'Renamed' }),
    expected: DEVELOPER_OF_APP,
  },
  list_ad_network_configs: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  set_ad_network_credential: {
    args: ({ spareConfigId }) => ({ p_config_id: spareConfigId(), p_credential: 'a-credential' }),
    expected: withoutAnswer(DEVELOPER_OF_APP),
  },
  test_ad_network_config: {
    // It has no credential: nothing is sent.
    args: ({ configId }) => ({ p_config_id: configId }),
    expected: DEVELOPER_OF_APP,
  },
  delete_ad_network_config: {
    args: ({ spareConfigId }) => ({ p_config_id: spareConfigId() }),
    expected: withoutAnswer(DEVELOPER_OF_APP),
  },
  list_postbacks: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  retry_postback: {
    // It was sent: those who may send one again are answered that it did not fail.
    args: ({ sentPostbackId }) => ({ p_postback_id: sentPostbackId }),
    expected: DEVELOPER_OF_APP.map((status) => (status === 200 ? 409 : status)),
  },
  list_import_jobs: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  cancel_import_job: {
    // It is over: callers who may cancel it are answered that it is.
    args: ({ importJobId }) => ({ p_job_id: importJobId }),
    expected: DEVELOPER_OF_APP.map((status) => (status === 200 ? 409 : status)),
  },
  export_my_account_data: {
    args: () => ({ p_max_rows: 10 }),
    expected: ACCOUNT_OWNER,
  },
  erase_device: {
    args: () => ({ p_android_id: fresh('android-') }),
    expected: ACCOUNT_OWNER,
  },
  list_erasures: { expected: ACCOUNT_OWNER },
  delete_my_account_data: {
    // The owner has to name it.
    args: () => ({ p_confirm: 'not its name' }),
    expected: [401, 401, 401, 403, 403, 403, 403, 400, 403, 400],
  },
};
