import { Migration } from '@mikro-orm/migrations';

/**
 * Events, clicks, devices, installs, attributions and their counters: many rows, customer_id first in every key and
 * no foreign key, so that the same tables can be spread over many machines by customer.
 */
export class M0003DataPlane extends Migration {
  override name = 'm0003-data-plane';

  override up(): void {
    this.addSql(EVENTS);
    this.addSql(CLICKS);
    this.addSql(DEVICES_AND_INSTALLS);
    this.addSql(ROLL_UPS);
    this.addSql(DISTRIBUTE_WHERE_POSSIBLE);
  }
}

const EVENTS = `
  create table events (
    customer_id uuid not null,
    app_id uuid not null,
    event_id text not null,
    event_type text not null,
    occurred_at timestamptz not null,
    received_at timestamptz not null,
    client_timestamp bigint not null,
    sent_at bigint,
    age_ms bigint,
    sdk_version text not null,
    device_key uuid,
    installation_id uuid,
    gaid text,
    android_id text,
    user_id text,
    click_id uuid,
    campaign_id uuid,
    channel text,
    referrer text,
    referrer_click_ts bigint,
    install_begin_ts bigint,
    device_model text,
    os_name text,
    os_version text,
    app_version text,
    screen_resolution text,
    fingerprint_components text,
    fingerprint_hash bytea,
    ip_network cidr,
    event_properties text,
    revenue numeric,
    currency text,
    custom_event_name text,
    integrity_token text,
    push_token text,
    primary key (customer_id, app_id, event_id)
  );
  create table usage_months (
    customer_id uuid not null,
    month date not null,
    used bigint not null,
    primary key (customer_id, month)
  );
  create table device_days (
    customer_id uuid not null,
    app_id uuid not null,
    device_key uuid not null,
    day date not null,
    primary key (customer_id, app_id, device_key, day)
  );
  create table event_queue (
    customer_id uuid not null,
    app_id uuid not null,
    event_id text not null,
    event_type text not null,
    due_at timestamptz not null,
    attempts integer not null default 0,
    last_error text,
    primary key (customer_id, app_id, event_id)
  );
  create index event_queue_due_at_idx on event_queue (due_at);
`;

const CLICKS = `
  create table clicks (
    customer_id uuid not null,
    click_id uuid not null,
    app_id uuid not null,
    link_id uuid,
    campaign_id uuid,
    channel text not null,
    source text not null,
    clicked_at timestamptz not null,
    recorded_at timestamptz not null,
    gaid text,
    android_id text,
    ip_network cidr,
    user_agent text,
    device_model text,
    os_name text,
    os_version text,
    language text,
    visit_params text,
    excluded_because text,
    original_click_id uuid,
    primary key (customer_id, click_id)
  );
  create index clicks_gaid_idx on clicks (customer_id, app_id, gaid, clicked_at desc)
    where gaid is not null and excluded_because is null;
  create index clicks_android_id_idx on clicks (customer_id, app_id, android_id, clicked_at desc)
    where android_id is not null and excluded_because is null;
  create index clicks_ip_network_idx on clicks (customer_id, app_id, ip_network, clicked_at desc)
    where ip_network is not null and excluded_because is null;
`;

const DEVICES_AND_INSTALLS = `
  create table device_ids (
    customer_id uuid not null,
    app_id uuid not null,
    kind text not null,
    value text not null,
    device_id uuid not null,
    device_key uuid,
    first_seen_at timestamptz not null,
    primary key (customer_id, app_id, kind, value)
  );
  create index device_ids_device_id_idx on device_ids (customer_id, app_id, device_id);
  create table device_conflicts (
    customer_id uuid not null,
    app_id uuid not null,
    device_id uuid not null,
    kind text not null,
    value text not null,
    other_device_id uuid not null,
    event_id text not null,
    seen_at timestamptz not null,
    primary key (customer_id, app_id, device_id, kind, value)
  );
  create table installs (
    customer_id uuid not null,
    install_id uuid not null,
    app_id uuid not null,
    device_id uuid not null,
    device_key uuid,
    event_id text not null,
    kind text not null,
    installed_at timestamptz not null,
    received_at timestamptz not null,
    primary key (customer_id, install_id)
  );
  create unique index installs_event_idx on installs (customer_id, app_id, event_id);
  create unique index installs_first_of_device_idx on installs (customer_id, app_id, device_id)
    where kind = 'install';
  create table attributions (
    customer_id uuid not null,
    attribution_id uuid not null,
    install_id uuid not null,
    app_id uuid not null,
    device_id uuid not null,
    install_kind text not null,
    installed_at timestamptz not null,
    decided_at timestamptz not null,
    model text not null,
    channel text not null,
    campaign_id uuid,
    link_id uuid,
    click_id uuid,
    confidence_score smallint not null,
    confidence_breakdown jsonb not null,
    signals_used jsonb not null,
    reason text not null,
    rejected_candidates jsonb not null,
    postback_status text,
    counted_day date,
    counted_model text,
    counted_channel text,
    counted_campaign_id uuid,
    counted_link_id uuid,
    counted_confidence smallint,
    primary key (customer_id, attribution_id)
  );
  create unique index attributions_install_idx on attributions (customer_id, install_id);
  create table deferred_link_uses (
    customer_id uuid not null,
    install_id uuid not null,
    used_at timestamptz not null,
    primary key (customer_id, install_id)
  );
  create index attributions_log_idx on attributions (customer_id, app_id, installed_at desc, attribution_id desc);
`;

const ROLL_UPS = `
  create table install_counts (
    customer_id uuid not null,
    app_id uuid not null,
    day date not null,
    model text not null,
    channel text not null,
    installs bigint not null,
    confidence_sum bigint not null,
    high_confidence bigint not null,
    primary key (customer_id, app_id, day, model, channel)
  );
  create table link_counts (
    customer_id uuid not null,
    link_id uuid not null,
    day date not null,
    clicks bigint not null,
    repeats bigint not null,
    bots bigint not null,
    installs bigint not null,
    primary key (customer_id, link_id, day)
  );
`;

/** Citus, where it is installed, spreads the data plane by customer; plain PostgreSQL skips this. */
const DISTRIBUTE_WHERE_POSSIBLE = `
  do $$
  declare
    data_table text;
  begin
    if exists (select from pg_extension where extname = 'citus') then
      foreach data_table in array array['events', 'usage_months', 'device_days', 'clicks', 'device_ids',
        'device_conflicts', 'installs', 'attributions', 'deferred_link_uses', 'install_counts', 'link_counts']
      loop
        perform create_distributed_table(data_table, 'customer_id');
      end loop;
    end if;
  end
  $$;
`;
