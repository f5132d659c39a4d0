import { Migration } from '@mikro-orm/migrations';

/** What ad networks are sent: their configs, the outbox of deliveries and every attempt. */
export class M0015Postbacks extends Migration {
  override name = 'm0015-postbacks';

  override up(): void {
    this.addSql(CONFIGS);
    this.addSql(POSTBACKS);
    this.addSql(QUEUE);
    this.addSql(DISTRIBUTE_WHERE_POSSIBLE);
  }
}

/** A config without an app serves all apps of the account; one without a channel takes every install. */
const CONFIGS = `
  create table ad_network_configs (
    id uuid primary key,
    customer_id uuid not null references accounts (id) on delete cascade,
    app_id uuid references apps (id) on delete cascade,
    postback_format text not null,
    channel text,
    event_types text[] not null,
    postback_url text,
    settings jsonb not null default '{}',
    label text,
    credential text,
    signing_secret text,
    created_at timestamptz not null,
    updated_at timestamptz not null
  );
  create index ad_network_configs_customer_id_idx on ad_network_configs (customer_id, app_id);
`;

/**
 * A delivery to one network. \`sends\` counts those of the present schedule, which a retry by hand begins again;
 * \`attempts\` counts all. The unique indexes are what makes a delivery happen once, whatever is run twice.
 */
const POSTBACKS = `
  create table postbacks (
    customer_id uuid not null,
    postback_id uuid not null,
    config_id uuid not null,
    app_id uuid not null,
    postback_format text not null,
    event_type text not null check (event_type in ('install', 'purchase')),
    attribution_id uuid not null,
    install_id uuid not null,
    payment_event_id uuid,
    status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
    failure_class text check (failure_class in ('permanent', 'transient', 'setting')),
    sends smallint not null default 0,
    attempts integer not null default 0,
    created_at timestamptz not null,
    next_attempt_at timestamptz,
    primary key (customer_id, postback_id)
  );
  create unique index postbacks_one_per_install_idx
    on postbacks (customer_id, install_id, config_id, payment_event_id) nulls not distinct;
  create unique index postbacks_one_per_payment_idx on postbacks (customer_id, payment_event_id, config_id)
    where event_type = 'purchase';
  create index postbacks_newest_idx on postbacks (customer_id, app_id, created_at desc, postback_id desc);
  create table postback_attempts (
    customer_id uuid not null,
    postback_id uuid not null,
    attempt integer not null,
    attempted_at timestamptz not null,
    http_status smallint,
    class text check (class in ('permanent', 'transient', 'setting')),
    response text,
    primary key (customer_id, postback_id, attempt)
  );
  create index postback_attempts_oldest_idx on postback_attempts (customer_id, attempted_at);
`;

/**
 * Deliveries to make, by config: each config is a lane of its own. Only ids, since workers poll it across accounts.
 * A row that is claimed has its \`due_at\` moved to the end of the claim. \`postback_failures\` has a row for a config
 * whose last deliveries all failed as an outage would make them.
 */
const QUEUE = `
  create table postback_queue (
    customer_id uuid not null,
    postback_id uuid not null,
    config_id uuid not null,
    due_at timestamptz not null,
    primary key (customer_id, postback_id)
  );
  create index postback_queue_lane_idx on postback_queue (config_id, due_at);
  create index postback_queue_due_at_idx on postback_queue (due_at);
  create table postback_failures (
    customer_id uuid not null,
    config_id uuid not null,
    failures integer not null,
    failing_since timestamptz not null,
    next_try_at timestamptz not null,
    primary key (customer_id, config_id)
  );
`;

const DISTRIBUTE_WHERE_POSSIBLE = `
  do $$
  declare
    data_table text;
  begin
    if exists (select from pg_extension where extname = 'citus') then
      foreach data_table in array array['postbacks', 'postback_attempts']
      loop
        perform create_distributed_table(data_table, 'customer_id');
      end loop;
    end if;
  end
  $$;
`;
