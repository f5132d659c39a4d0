import { Migration } from '@mikro-orm/migrations';

/** Payments and purchases, what they are tied to and counted as, and what campaigns cost. */
export class M0012Payments extends Migration {
  override name = 'm0012-payments';

  override up(): void {
    this.addSql(WEBHOOKS);
    this.addSql(PAYMENTS);
    this.addSql(PURCHASES);
    this.addSql(COUNTERS);
    this.addSql(CREDIT);
    this.addSql(AD_SPEND);
    this.addSql(DISTRIBUTE_WHERE_POSSIBLE);
  }
}

/**
 * Of the deliveries to a webhook only the last ones are kept. They hold nothing of a payload, and no foreign key: it
 * would lock the webhook's row at every delivery.
 */
const WEBHOOKS = `
  create table payment_webhooks (
    id uuid primary key,
    customer_id uuid not null,
    app_id uuid not null references apps (id) on delete cascade,
    provider text not null,
    label text,
    signing_secret text not null,
    state text not null default 'active' check (state in ('active', 'revoked')),
    created_at timestamptz not null
  );
  create unique index payment_webhooks_one_active_idx on payment_webhooks (app_id, provider) where state = 'active';
  create index payment_webhooks_customer_id_idx on payment_webhooks (customer_id, app_id);
  create table payment_deliveries (
    delivery_id uuid primary key,
    webhook_id uuid not null,
    delivered_at timestamptz not null,
    verified boolean not null,
    outcome text not null,
    reason text
  );
  create index payment_deliveries_newest_idx
    on payment_deliveries (webhook_id, verified, delivered_at desc, delivery_id desc);
`;

/**
 * A payment and each of its reversals is a row. \`key_type\` is what a reference is unique in: refunds in full and in part
 * share one. The device's ids are those found in the provider's metadata, until they are to be forgotten. \`counted_*\` is
 * what the counters hold of the row; a row without \`counted_day\` is in none.
 *
 * Indexes begin with the column that tells rows apart (m0008) and have the account next: a probe that names both cannot
 * be mistaken for one of the whole account, however little is known of the table.
 *
 * \`payment_aliases\` are all names that a payment is known by; whoever writes of a payment locks its names first.
 * \`waiting_reversals\` are those whose payment has not come yet, under each of the names that they know it by.
 */
const PAYMENTS = `
  create table payments (
    customer_id uuid not null,
    payment_event_id uuid not null,
    app_id uuid not null,
    provider text not null,
    reference text not null,
    key_type text not null check (key_type in ('payment', 'refund', 'chargeback', 'dispute')),
    event_type text not null
      check (event_type in ('payment', 'refund', 'partial_refund', 'chargeback', 'dispute')),
    amount numeric not null,
    currency text,
    occurred_at timestamptz,
    received_at timestamptz not null,
    original_id uuid,
    over_refunded boolean not null default false,
    service_click_id uuid,
    gaid text,
    android_id text,
    user_id text,
    forgotten boolean not null default false,
    device_id uuid,
    matched_by text,
    campaign_id uuid,
    counted_day date,
    counted_currency text,
    counted_amount numeric,
    counted_matched boolean,
    counted_campaign_id uuid,
    primary key (customer_id, payment_event_id)
  );
  create unique index payments_reference_idx on payments (customer_id, provider, reference, key_type);
  create index payments_newest_idx on payments (customer_id, app_id, received_at desc) include (payment_event_id);
  create index payments_original_idx on payments (original_id, customer_id) where original_id is not null;
  create index payments_device_idx on payments (device_id, customer_id) where device_id is not null;
  create index payments_click_idx on payments (service_click_id, customer_id)
    where service_click_id is not null;
  create index payments_gaid_idx on payments (gaid, customer_id) where gaid is not null;
  create index payments_android_id_idx on payments (android_id, customer_id) where android_id is not null;
  create index payments_user_id_idx on payments (user_id, customer_id) where user_id is not null;
  create table payment_aliases (
    customer_id uuid not null,
    provider text not null,
    alias text not null,
    payment_event_id uuid,
    primary key (customer_id, provider, alias)
  );
  create table waiting_reversals (
    customer_id uuid not null,
    provider text not null,
    alias text not null,
    payment_event_id uuid not null,
    primary key (customer_id, provider, alias, payment_event_id)
  );
  create table payment_payloads (
    customer_id uuid not null,
    payment_event_id uuid not null,
    digest bytea not null,
    stored_at timestamptz not null,
    sealed text not null,
    primary key (customer_id, payment_event_id, digest)
  );
  create index payment_payloads_oldest_idx on payment_payloads (customer_id, stored_at);
`;

/** Purchases that apps report, with the device that attribution knows. */
const PURCHASES = `
  create table purchases (
    customer_id uuid not null,
    app_id uuid not null,
    event_id text not null,
    device_id uuid not null,
    occurred_at timestamptz not null,
    amount numeric not null,
    currency text not null,
    counted_day date,
    counted_campaign_id uuid,
    primary key (customer_id, app_id, event_id)
  );
  create index purchases_device_idx on purchases (device_id, customer_id);
`;

/** Read from their key's index alone, as install counters are (m0009); so are those of campaigns' installs from now on. */
const COUNTERS = `
  create table revenue_counts (
    customer_id uuid not null,
    app_id uuid not null,
    day date not null,
    provider text not null,
    currency text not null,
    payments bigint not null,
    gross numeric not null,
    refunded numeric not null,
    attributed_payments bigint not null,
    attributed numeric not null,
    primary key (customer_id, app_id, day, provider, currency)
      include (payments, gross, refunded, attributed_payments, attributed)
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
  create table campaign_revenue_counts (
    customer_id uuid not null,
    app_id uuid not null,
    day date not null,
    campaign_id uuid not null,
    currency text not null,
    in_app numeric not null,
    payment numeric not null,
    primary key (customer_id, app_id, day, campaign_id, currency) include (in_app, payment)
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
  alter table campaign_counts drop constraint campaign_counts_pkey;
  alter table campaign_counts add primary key (customer_id, app_id, day, campaign_id) include (installs);
  alter table campaign_counts set (autovacuum_vacuum_scale_factor = 0.02);
`;

/** Facts to be credited once what they may be credited to is committed, and the two ways to that. */
const CREDIT = `
  create table credit_queue (
    batch_id uuid primary key,
    due_at timestamptz not null,
    customer_id uuid not null,
    payment_ids uuid[] not null,
    app_ids uuid[] not null,
    event_ids text[] not null
  );
  create index credit_queue_due_at_idx on credit_queue (due_at);
  create index attributions_credit_idx on attributions (device_id, customer_id, installed_at)
    where campaign_id is not null or click_id is not null;
  create index attributions_click_idx on attributions (click_id, customer_id) where click_id is not null;
`;

/** What a campaign cost on a UTC day; said again, it is corrected. */
const AD_SPEND = `
  create table ad_spend (
    id uuid primary key,
    customer_id uuid not null,
    campaign_id uuid not null references campaigns (id) on delete cascade,
    day date not null,
    currency text not null,
    amount numeric not null,
    source text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (customer_id, campaign_id, day, currency)
  );
  create index ad_spend_day_idx on ad_spend (customer_id, day);
`;

const DISTRIBUTE_WHERE_POSSIBLE = `
  do $$
  declare
    data_table text;
  begin
    if exists (select from pg_extension where extname = 'citus') then
      foreach data_table in array array['payments', 'payment_aliases', 'waiting_reversals', 'payment_payloads',
        'purchases', 'revenue_counts', 'campaign_revenue_counts']
      loop
        perform create_distributed_table(data_table, 'customer_id');
      end loop;
    end if;
  end
  $$;
`;
