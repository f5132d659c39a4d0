import { createAccessToken } from '../accounts/access-tokens/create-access-token.ts';
import { listAccessTokens } from '../accounts/access-tokens/list-access-tokens.ts';
import { revokeAccessToken } from '../accounts/access-tokens/revoke-access-token.ts';
import { listAuditLog } from '../accounts/audit/list-audit-log.ts';
import { acceptInvitation } from '../accounts/invitations/accept-invitation.ts';
import { createInvitation } from '../accounts/invitations/create-invitation.ts';
import { listInvitations } from '../accounts/invitations/list-invitations.ts';
import { revokeInvitation } from '../accounts/invitations/revoke-invitation.ts';
import { listMembers } from '../accounts/members/list-members.ts';
import { teamRemoveMember } from '../accounts/members/team-remove-member.ts';
import { updateMemberRole } from '../accounts/members/update-member-role.ts';
import { archiveTeam } from '../accounts/teams/archive-team.ts';
import { createAccount } from '../accounts/teams/create-account.ts';
import { createTeam } from '../accounts/teams/create-team.ts';
import { listAccounts } from '../accounts/teams/list-accounts.ts';
import { listTeams } from '../accounts/teams/list-teams.ts';
import { renameTeam } from '../accounts/teams/rename-team.ts';
import { setActiveAccount } from '../accounts/teams/set-active-account.ts';
import { getUsage } from '../accounts/usage/get-usage.ts';
import { analyticsRouter } from '../analytics/analytics-router.ts';
import { createCampaign } from '../analytics/campaigns/create-campaign.ts';
import { listCampaigns } from '../analytics/campaigns/list-campaigns.ts';
import { updateCampaign } from '../analytics/campaigns/update-campaign.ts';
import { deviceTimeline } from '../analytics/device-history/device-timeline.ts';
import { findDevice } from '../analytics/device-history/find-device.ts';
import { listAttributions } from '../analytics/log/list-attributions.ts';
import { listAdSpend } from '../analytics/spend/list-ad-spend.ts';
import { recordAdSpend } from '../analytics/spend/record-ad-spend.ts';
import { uploadAdSpend } from '../analytics/spend/upload-ad-spend.ts';
import { createApp } from '../apps/create-app.ts';
import { deleteApiKey } from '../apps/keys/delete-api-key.ts';
import { listApiKeys } from '../apps/keys/list-api-keys.ts';
import { revokeApiKey } from '../apps/keys/revoke-api-key.ts';
import { listApps } from '../apps/list-apps.ts';
import { clearSdkConfig } from '../apps/sdk-config/clear-sdk-config.ts';
import { getSdkConfig } from '../apps/sdk-config/get-sdk-config.ts';
import { upsertSdkConfig } from '../apps/sdk-config/upsert-sdk-config.ts';
import { setAppActive } from '../apps/set-app-active.ts';
import { updateApp } from '../apps/update-app.ts';
import { likenessCalibration } from '../attribution/calibration/likeness-calibration.ts';
import { refitLikeness } from '../attribution/calibration/refit-likeness.ts';
import { explainAttribution } from '../attribution/explain/explain-attribution.ts';
import { cancelImportJob } from '../imports/procedures/cancel-import-job.ts';
import { listImportJobs } from '../imports/procedures/list-import-jobs.ts';
import { checkEvent } from '../ingest/check-event.ts';
import { liveEvents } from '../ingest/live-view/live-events.ts';
import { listRejectedEvents } from '../ingest/rejected/list-rejected-events.ts';
import { addDomain } from '../links/domains/procedures/add-domain.ts';
import { listDomains } from '../links/domains/procedures/list-domains.ts';
import { removeDomain } from '../links/domains/procedures/remove-domain.ts';
import { updateDomain } from '../links/domains/procedures/update-domain.ts';
import { verifyDomain } from '../links/domains/procedures/verify-domain.ts';
import { getLinkPageTexts } from '../links/page/get-link-page-texts.ts';
import { setLinkPageTexts } from '../links/page/set-link-page-texts.ts';
import { checkLink } from '../links/procedures/check-link.ts';
import { createDeepLink } from '../links/procedures/create-deep-link.ts';
import { createDeepLinks } from '../links/procedures/create-deep-links.ts';
import { linkStats } from '../links/procedures/link-stats.ts';
import { listLinks } from '../links/procedures/list-links.ts';
import { setLinkActive } from '../links/procedures/set-link-active.ts';
import { updateLink } from '../links/procedures/update-link.ts';
import { upsertDeepLink } from '../links/procedures/upsert-deep-link.ts';
import { checkPayment } from '../payments/webhooks/check-payment.ts';
import { createPaymentWebhook } from '../payments/webhooks/create-payment-webhook.ts';
import { deletePaymentWebhook } from '../payments/webhooks/delete-payment-webhook.ts';
import { listPaymentWebhooks } from '../payments/webhooks/list-payment-webhooks.ts';
import { reactivatePaymentWebhook } from '../payments/webhooks/reactivate-payment-webhook.ts';
import { revokePaymentWebhook } from '../payments/webhooks/revoke-payment-webhook.ts';
import type { CallContext } from '../platform/http/procedures/procedure.ts';
import { createCallerFactory, router } from '../platform/http/procedures/procedure.ts';
import { createAdNetworkConfig } from '../postbacks/configs/create-ad-network-config.ts';
import { deleteAdNetworkConfig } from '../postbacks/configs/delete-ad-network-config.ts';
import { listAdNetworkConfigs } from '../postbacks/configs/list-ad-network-configs.ts';
import { setAdNetworkCredential } from '../postbacks/configs/set-ad-network-credential.ts';
import { testAdNetworkConfig } from '../postbacks/configs/test-ad-network-config.ts';
import { updateAdNetworkConfig } from '../postbacks/configs/update-ad-network-config.ts';
import { listPostbacks } from '../postbacks/read/list-postbacks.ts';
import { retryPostback } from '../postbacks/read/retry-postback.ts';
import { deleteMyAccountData } from '../privacy/erasure/procedures/delete-my-account-data.ts';
import { eraseDevice } from '../privacy/erasure/procedures/erase-device.ts';
import { listErasures } from '../privacy/erasure/procedures/list-erasures.ts';
import { exportMyAccountData } from '../privacy/exports/export-my-account-data.ts';

/**
 * Every procedure under its wire name. Both transports are built from this map, so nothing exists in only one of them.
 */
const procedures = {
  create_account: createAccount,
  list_accounts: listAccounts,
  set_active_account: setActiveAccount,
  create_team: createTeam,
  rename_team: renameTeam,
  archive_team: archiveTeam,
  list_teams: listTeams,
  list_members: listMembers,
  update_member_role: updateMemberRole,
  team_remove_member: teamRemoveMember,
  create_invitation: createInvitation,
  list_invitations: listInvitations,
  revoke_invitation: revokeInvitation,
  accept_invitation: acceptInvitation,
  get_sdk_config: getSdkConfig,
  upsert_sdk_config: upsertSdkConfig,
  clear_sdk_config: clearSdkConfig,
  list_audit_log: listAuditLog,
  get_usage: getUsage,
  create_access_token: createAccessToken,
  list_access_tokens: listAccessTokens,
  revoke_access_token: revokeAccessToken,
  create_app: createApp,
  update_app: updateApp,
  list_apps: listApps,
  set_app_active: setAppActive,
  list_api_keys: listApiKeys,
  revoke_api_key: revokeApiKey,
  delete_api_key: deleteApiKey,
  check_event: checkEvent,
  list_rejected_events: listRejectedEvents,
  create_deep_link: createDeepLink,
  create_deep_links: createDeepLinks,
  upsert_deep_link: upsertDeepLink,
  update_link: updateLink,
  list_links: listLinks,
  set_link_active: setLinkActive,
  check_link: checkLink,
  set_link_page_texts: setLinkPageTexts,
  get_link_page_texts: getLinkPageTexts,
  link_stats: linkStats,
  list_attributions: listAttributions,
  explain_attribution: explainAttribution,
  likeness_calibration: likenessCalibration,
  refit_likeness: refitLikeness,
  find_device: findDevice,
  device_timeline: deviceTimeline,
  add_domain: addDomain,
  verify_domain: verifyDomain,
  list_domains: listDomains,
  update_domain: updateDomain,
  remove_domain: removeDomain,
  create_campaign: createCampaign,
  update_campaign: updateCampaign,
  list_campaigns: listCampaigns,
  record_ad_spend: recordAdSpend,
  list_ad_spend: listAdSpend,
  upload_ad_spend: uploadAdSpend,
  create_payment_webhook: createPaymentWebhook,
  list_payment_webhooks: listPaymentWebhooks,
  revoke_payment_webhook: revokePaymentWebhook,
  reactivate_payment_webhook: reactivatePaymentWebhook,
  delete_payment_webhook: deletePaymentWebhook,
  check_payment: checkPayment,
  create_ad_network_config: createAdNetworkConfig,
  update_ad_network_config: updateAdNetworkConfig,
  list_ad_network_configs: listAdNetworkConfigs,
  set_ad_network_credential: setAdNetworkCredential,
  test_ad_network_config: testAdNetworkConfig,
  delete_ad_network_config: deleteAdNetworkConfig,
  list_postbacks: listPostbacks,
  retry_postback: retryPostback,
  list_import_jobs: listImportJobs,
  cancel_import_job: cancelImportJob,
  export_my_account_data: exportMyAccountData,
  erase_device: eraseDevice,
  list_erasures: listErasures,
  delete_my_account_data: deleteMyAccountData,
};

/** The typed transport also has the analytics resources and the live view; over REST they have their own endpoints. */
export const appRouter = router({ ...procedures, analytics: analyticsRouter, live_events: liveEvents });

/** The type for `@trpc/client`. */
export type AppRouter = typeof appRouter;

export type ProcedureName = keyof typeof procedures;

type RpcCaller = Record<ProcedureName, (args: Record<string, unknown>) => Promise<unknown>>;

const createCaller = createCallerFactory(router(procedures));

/** Calls procedures by name with unchecked arguments; each procedure's input schema checks them. */
export function createRpcCaller(context: CallContext): RpcCaller {
  return createCaller(context) as unknown as RpcCaller;
}

/** Whether there is a procedure of that name; what all objects inherit is none. */
export function isProcedure(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name);
}
