import { listAdSpend } from './ad-spend/list-ad-spend.ts';
import { recordAdSpend } from './ad-spend/record-ad-spend.ts';
import { uploadAdSpend } from './ad-spend/upload-ad-spend.ts';
import { analyticsRouter } from './analytics/analytics-router.ts';
import { createApp } from './apps/create-app.ts';
import { listApps } from './apps/list-apps.ts';
import { setAppActive } from './apps/set-app-active.ts';
import { updateApp } from './apps/update-app.ts';
import { explainAttribution } from './attribution/read/explain-attribution.ts';
import { createCampaign } from './campaigns/create-campaign.ts';
import { listCampaigns } from './campaigns/list-campaigns.ts';
import { updateCampaign } from './campaigns/update-campaign.ts';
import { deleteMyAccountData } from './erasure/procedures/delete-my-account-data.ts';
import { eraseDevice } from './erasure/procedures/erase-device.ts';
import { exportMyAccountData } from './exports/export-my-account-data.ts';
import { checkEvent } from './ingest/check-event.ts';
import { deleteApiKey } from './keys/delete-api-key.ts';
import { listApiKeys } from './keys/list-api-keys.ts';
import { revokeApiKey } from './keys/revoke-api-key.ts';
import { createDeepLink } from './links/procedures/create-deep-link.ts';
import { linkStats } from './links/procedures/link-stats.ts';
import { listLinks } from './links/procedures/list-links.ts';
import { setLinkActive } from './links/procedures/set-link-active.ts';
import { updateLink } from './links/procedures/update-link.ts';
import { checkPayment } from './payments/webhooks/check-payment.ts';
import { createPaymentWebhook } from './payments/webhooks/create-payment-webhook.ts';
import { deletePaymentWebhook } from './payments/webhooks/delete-payment-webhook.ts';
import { listPaymentWebhooks } from './payments/webhooks/list-payment-webhooks.ts';
import { reactivatePaymentWebhook } from './payments/webhooks/reactivate-payment-webhook.ts';
import { revokePaymentWebhook } from './payments/webhooks/revoke-payment-webhook.ts';
import type { CallContext } from './procedures/procedure.ts';
import { createCallerFactory, router } from './procedures/procedure.ts';
import { createAccount } from './teams/create-account.ts';

/** Every procedure under its wire name. Both faces are made of this map, so nothing exists in one alone. */
const procedures = {
  create_account: createAccount,
  create_app: createApp,
  update_app: updateApp,
  list_apps: listApps,
  set_app_active: setAppActive,
  list_api_keys: listApiKeys,
  revoke_api_key: revokeApiKey,
  delete_api_key: deleteApiKey,
  check_event: checkEvent,
  create_deep_link: createDeepLink,
  update_link: updateLink,
  list_links: listLinks,
  set_link_active: setLinkActive,
  link_stats: linkStats,
  explain_attribution: explainAttribution,
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
  export_my_account_data: exportMyAccountData,
  erase_device: eraseDevice,
  delete_my_account_data: deleteMyAccountData,
};

/** The typed face has the analytics resources beside them; those have an endpoint of their own instead of a REST face. */
export const appRouter = router({ ...procedures, analytics: analyticsRouter });

/** What `@trpc/client` is typed with. */
export type AppRouter = typeof appRouter;

export type ProcedureName = keyof typeof procedures;

type RpcCaller = Record<ProcedureName, (args: Record<string, unknown>) => Promise<unknown>>;

const createCaller = createCallerFactory(router(procedures));

/** Calls procedures by name with arguments that nobody has checked yet: each procedure's own input does. */
export function createRpcCaller(context: CallContext): RpcCaller {
  return createCaller(context) as unknown as RpcCaller;
}

export function isProcedure(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name);
}
