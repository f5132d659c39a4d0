import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cli } from 'kysely-codegen';

/** The data plane: tables that migrations alone define and that set-based SQL reads and writes. */
const DATA_TABLES = [
  'events',
  'usage_months',
  'app_usage_months',
  'device_days',
  'event_queue',
  'clicks',
  'device_ids',
  'device_conflicts',
  'device_consents',
  'installs',
  'attributions',
  'deferred_link_uses',
  'install_counts',
  'link_counts',
  'cohort_activity',
  'cohort_counts',
  'campaign_counts',
  'activity_queue',
  'fraud_flags',
  'install_signals',
  'fraud_reviews',
  'payments',
  'payment_aliases',
  'waiting_reversals',
  'refund_tellings',
  'failed_refunds',
  'merged_payments',
  'payment_payloads',
  'payment_deliveries',
  'purchases',
  'revenue_counts',
  'campaign_revenue_counts',
  'rejected_events',
  'rejected_event_counts',
  'event_count_queue',
  'forgotten_events',
  'forgotten_days',
  'event_kinds',
  'event_kind_totals',
  'event_counts',
  'event_devices',
  'event_device_counts',
  'group_values',
  'group_value_totals',
  'install_group_counts',
  'cohort_group_counts',
  'revenue_group_counts',
  'credit_queue',
  'postbacks',
  'postback_attempts',
  'postback_queue',
  'postback_failures',
  'erasures',
  'import_batches',
  'import_errors',
];

/** Types that arrive as text, since Kysely runs over the ORM's connection. */
const AS_TEXT = { timestamptz: 'string', int8: 'string', numeric: 'string', date: 'string', cidr: 'string' };

/** Generates the content of `src/tables.ts`, the types of the data plane's tables, from a migrated database. */
export async function generateTables(databaseUrl: string): Promise<string> {
  const outFile = join(tmpdir(), `tables-${process.pid}-${Date.now()}.ts`);
  const settings = {
    dialect: 'postgres',
    url: databaseUrl,
    'out-file': outFile,
    'include-pattern': `public.{${DATA_TABLES.join(',')}}`,
    'type-mapping': JSON.stringify(AS_TEXT),
    'log-level': 'error',
  };
  try {
    await new Cli().run({ argv: Object.entries(settings).map(([name, value]) => `--${name}=${value}`) });
    return await readFile(outFile, 'utf8');
  } finally {
    await rm(outFile, { force: true });
  }
}
