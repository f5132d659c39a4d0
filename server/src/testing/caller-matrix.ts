import { randomBytes } from 'node:crypto';
import type { Person, Tenant } from './test-tenant.ts';

/** Everyone who may knock, in the order of the columns below. */
export const CALLERS = [
  'no apikey',
  'no session',
  'expired session',
  'no account',
  'viewer',
  'marketer',
  'developer',
  'owner',
  'member of another team',
  'other tenant',
] as const;
export type Caller = (typeof CALLERS)[number];

/** The things that arguments name: they belong to `tenant`. */
export interface MatrixWorld {
  readonly tenant: Tenant;
  readonly linkId: string;
  readonly installId: string;
  readonly campaignId: string;
  /** An active payment webhook. */
  readonly activeWebhookId: string;
  /** A revoked payment webhook, another one each time. */
  readonly revokedWebhookId: () => string;
  readonly people: Readonly<Record<Exclude<Caller, 'no apikey' | 'no session' | 'expired session'>, Person>>;
}

interface Row {
  /** Arguments of a procedure, or the body of an endpoint. */
  readonly args?: (world: MatrixWorld) => Record<string, unknown>;
  /** A status a caller, in the order of CALLERS. */
  readonly expected: readonly number[];
}

const fresh = (prefix: string) => prefix + randomBytes(5).toString('hex');

const MARKETER_OF_APP = [401, 401, 401, 403, 403, 200, 200, 200, 403, 404];
const DEVELOPER_OF_APP = [401, 401, 401, 403, 403, 403, 200, 200, 403, 404];
const VIEWER_OF_APP = [401, 401, 401, 403, 200, 200, 200, 200, 403, 404];

function withoutAnswer(expected: readonly number[]): number[] {
  return expected.map((status) => (status === 200 ? 204 : status));
}

/** Procedures: each is called through both faces. */
export const PROCEDURES: Record<string, Row> = {
  create_account: {
    args: () => ({ p_name: 'Another' }),
    expected: [401, 401, 401, 200, 200, 200, 200, 200, 200, 200],
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
    // The key is active: who may delete it is told to revoke it first.
    args: ({ tenant }) => ({ p_key_id: tenant.keyId }),
    expected: DEVELOPER_OF_APP.map((status) => (status === 200 ? 409 : status)),
  },
  revoke_api_key: {
    args: ({ tenant }) => ({ p_key_id: tenant.keyId }),
    expected: withoutAnswer(DEVELOPER_OF_APP),
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
  update_link: {
    args: ({ linkId }) => ({ p_link_id: linkId, p_fallback_url: 'https://example.com/2' }),
    expected: MARKETER_OF_APP,
  },
  set_link_active: {
    args: ({ linkId }) => ({ p_link_id: linkId, p_active: false }),
    expected: withoutAnswer(MARKETER_OF_APP),
  },
  list_links: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  link_stats: { args: ({ linkId }) => ({ p_link_id: linkId }), expected: VIEWER_OF_APP },
  explain_attribution: {
    args: ({ installId }) => ({ p_install_id: installId }),
    expected: VIEWER_OF_APP,
  },
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
    // Within the account's other team, and in another account, there is no such campaign.
    expected: [401, 401, 401, 403, 403, 200, 200, 200, 400, 400],
  },
  create_payment_webhook: {
    args: ({ tenant }) => ({ p_app_id: tenant.appId, p_provider: 'generic' }),
    expected: DEVELOPER_OF_APP,
  },
  list_payment_webhooks: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  revoke_payment_webhook: {
    // It is revoked already: those who may revoke it are answered that.
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
  export_my_account_data: {
    args: () => ({ p_max_rows: 10 }),
    expected: [401, 401, 401, 403, 403, 403, 403, 200, 403, 200],
  },
  erase_device: {
    args: () => ({ p_android_id: fresh('android-') }),
    expected: [401, 401, 401, 403, 403, 403, 403, 200, 403, 200],
  },
  delete_my_account_data: {
    // Whoever may delete it has to name it.
    args: () => ({ p_confirm: 'not its name' }),
    expected: [401, 401, 401, 403, 403, 403, 403, 400, 403, 400],
  },
};

const REPORT = [200, 401, 401, 403, 200, 200, 200, 200, 403, 400];

/** Analytics resources, of the app: each is asked for as JSON, as CSV and through tRPC. */
export const REPORTS: Record<string, readonly number[]> = {
  summary: REPORT,
  installs: REPORT,
  cohorts: REPORT,
  fraud: REPORT,
  attribution_log: REPORT,
  revenue: REPORT,
  roas: REPORT,
  payments: REPORT,
};

/** Every other route, as `METHOD path`; ANY stands for all methods that a route has no other answer for. */
export const ENDPOINTS: Record<string, Row> = {
  'GET /healthz': { expected: Array(10).fill(200) },
  'GET /readyz': { expected: Array(10).fill(200) },
  'GET /metrics': { expected: Array(10).fill(401) },
  'GET /': { expected: Array(10).fill(200) },
  'GET /l/:slug': { expected: Array(10).fill(404) },
  'GET /v1/deep-link': { args: () => ({ slug: 'nobody-has-this' }), expected: Array(10).fill(404) },
  'GET /v1/analytics': {
    args: ({ tenant }) => ({ resource: 'summary', app_id: tenant.appId }),
    expected: [200, 401, 401, 403, 200, 200, 200, 200, 403, 400],
  },
  'GET /v1/attribution': {
    args: ({ tenant }) => ({ app_id: tenant.appId, install_event_id: 'no-such-event' }),
    expected: Array(10).fill(401),
  },
  'GET /l/:slug/qr': { expected: Array(10).fill(404) },
  'ANY /l/:slug': { expected: Array(10).fill(405) },
  'ANY /l/:slug/qr': { expected: Array(10).fill(405) },
  'GET /.well-known/assetlinks.json': { expected: Array(10).fill(200) },
  'HEAD /v1/deep-link': { expected: Array(10).fill(400) },
  'GET /reset-password': { expected: Array(10).fill(200) },
  'GET /reset-password.js': { expected: Array(10).fill(200) },
  'GET /sdk.js': { expected: Array(10).fill(200) },
  'POST /v1/ingest': { expected: Array(10).fill(200) },
  'GET /v1/ingest/health': { expected: Array(10).fill(200) },
  'HEAD /v1/ingest/health': { expected: Array(10).fill(200) },
  'GET /v1/resolve-key': { expected: Array(10).fill(401) },
  'POST /v1/payment-webhook': { expected: Array(10).fill(400) },
  'POST /v1/generate-key': {
    args: ({ tenant }) => ({ app_id: tenant.appId }),
    expected: [200, 401, 401, 403, 403, 403, 200, 200, 403, 404],
  },
};
