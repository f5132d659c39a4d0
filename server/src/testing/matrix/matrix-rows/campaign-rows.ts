import type { MatrixRow } from '../matrix-row.ts';
import { ACCOUNT_OWNER, MARKETER_OF_APP, MEMBER, VIEWER_OF_APP, withoutAnswer } from './expected-statuses.ts';
import { fresh } from './fresh.ts';

/** Procedures of links, campaigns, ad spend and the installs that they brought. */
export const CAMPAIGN_ROWS = {
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
  check_link: { args: ({ linkId }) => ({ p_link_id: linkId }), expected: MARKETER_OF_APP },
  set_link_page_texts: { args: () => ({ p_texts: { en: { open: 'Go' } } }), expected: ACCOUNT_OWNER },
  get_link_page_texts: { expected: MEMBER },
  set_link_active: {
    args: ({ linkId }) => ({ p_link_id: linkId, p_active: false }),
    expected: withoutAnswer(MARKETER_OF_APP),
  },
  list_links: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  link_stats: { args: ({ linkId }) => ({ p_link_id: linkId }), expected: VIEWER_OF_APP },
  list_attributions: { args: ({ tenant }) => ({ p_app_id: tenant.appId }), expected: VIEWER_OF_APP },
  explain_attribution: {
    args: ({ installId }) => ({ p_install_id: installId }),
    expected: VIEWER_OF_APP,
  },
  add_domain: {
    args: () => ({ p_host: `${fresh('m-')}.example.com` }),
    expected: [401, 401, 401, 403, 403, 403, 200, 200, 200, 200],
  },
  verify_domain: {
    // Nothing proves it.
    args: ({ pendingDomainHost }) => ({ p_host: pendingDomainHost }),
    expected: [401, 401, 401, 403, 403, 403, 409, 409, 409, 404],
  },
  update_domain: {
    args: ({ domainHost }) => ({ p_host: domainHost, p_is_default: false }),
    expected: [401, 401, 401, 403, 403, 403, 200, 200, 200, 404],
  },
  list_domains: { expected: [401, 401, 401, 403, 200, 200, 200, 200, 200, 200] },
  remove_domain: {
    args: ({ spareDomainHost }) => ({ p_host: spareDomainHost() }),
    expected: [401, 401, 401, 403, 403, 403, 204, 204, 204, 404],
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
    // In the account's other team, and in another account, this campaign does not exist.
    expected: [401, 401, 401, 403, 403, 200, 200, 200, 400, 400],
  },
} satisfies Record<string, MatrixRow>;
