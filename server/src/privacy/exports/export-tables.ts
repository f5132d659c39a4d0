import {
  AD_SPEND,
  ATTRIBUTIONS,
  CLICKS,
  errorsOfJobs,
  FRAUD_FLAGS,
  INSTALLS,
  JOBS,
  PAYMENTS,
  POSTBACKS,
} from './columns-of-facts.ts';
import {
  AD_NETWORK_CONFIGS,
  APPS,
  AUDIT_LOG,
  CAMPAIGNS,
  DOMAINS,
  INVITATIONS,
  KEYS,
  LINK_PATHS,
  LINKS,
  MEMBERS,
  PAYMENT_WEBHOOKS,
  SDK_CONFIG,
  TEAMS,
  TOKENS,
} from './columns-of-settings.ts';
import { devices } from './export-devices.ts';
import { events } from './export-events.ts';
import type { ExportTable } from './export-table.ts';

/**
 * Rows of a table as objects of these columns, in descending order of their key, which needs no sorting.
 *
 * @param joined SQL of what is joined with it.
 */
function table(
  name: string,
  from: string,
  columns: readonly string[],
  key: string,
  joined: (account: string) => string = () => '',
): ExportTable {
  return {
    name,
    source: from,
    select: (account, limit) => {
      // Subqueries name the account as well: Citus does not find it in the row around them.
      const selected = columns.join(', ').replaceAll(`${from}.customer_id`, account);
      return `select row_to_json(row)::text from (
         select ${selected} from ${from} ${joined(account)}
         where customer_id = ${account} order by ${key} limit ${limit}) row`;
    },
  };
}

/** Every table of an export, in the order in which the document has them. */
export const EXPORT_TABLES: readonly ExportTable[] = [
  table('apps', 'apps', APPS, 'id desc'),
  table('campaigns', 'campaigns', CAMPAIGNS, 'id desc'),
  table('links', 'links', LINKS, 'id desc'),
  table('installs', 'installs', INSTALLS, 'customer_id desc, install_id desc'),
  table('attributions', 'attributions', ATTRIBUTIONS, 'customer_id desc, attribution_id desc'),
  events,
  table(
    'fraud_flags',
    'fraud_flags',
    FRAUD_FLAGS,
    'customer_id desc, install_id desc, fraud_flags.rule desc',
  ),
  table('payments', 'payments', PAYMENTS, 'customer_id desc, payment_event_id desc'),
  devices,
  table('ad_spend', 'ad_spend', AD_SPEND, 'id desc'),
  table('teams', 'teams', TEAMS, 'id desc'),
  table('members', 'team_members', MEMBERS, 'id desc'),
  table('payment_webhooks', 'payment_webhooks', PAYMENT_WEBHOOKS, 'id desc'),
  table('ad_network_configs', 'ad_network_configs', AD_NETWORK_CONFIGS, 'id desc'),
  table('sdk_config', 'sdk_configs', SDK_CONFIG, 'customer_id desc'),
  table('audit_log', 'audit_log', AUDIT_LOG, 'id desc'),
  table('invitations', 'invitations', INVITATIONS, 'id desc'),
  table('keys', 'api_keys', KEYS, 'id desc'),
  table('tokens', 'access_tokens', TOKENS, 'id desc'),
  table('jobs', 'import_jobs', JOBS, 'id desc', errorsOfJobs),
  table('postbacks', 'postbacks', POSTBACKS, 'customer_id desc, postback_id desc'),
  table('domains', 'domains', DOMAINS, 'id desc'),
  table('link_paths', 'link_paths', LINK_PATHS, 'domain_id desc, path desc'),
  table('clicks', 'clicks', CLICKS, 'customer_id desc, click_id desc'),
];
