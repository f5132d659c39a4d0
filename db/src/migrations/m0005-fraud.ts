import { Migration } from '@mikro-orm/migrations';

/** What fraud rules found, what they compare installs by, and which installs they look at again. */
export class M0005Fraud extends Migration {
  override name = 'm0005-fraud';

  override up(): void {
    this.addSql(FRAUD);
    this.addSql(DISTRIBUTE_WHERE_POSSIBLE);
  }
}

/**
 * A rule flags an install once. `install_signals` keeps of each install what tells it from its neighbours;
 * `fraud_reviews` is polled across tenants and holds nothing but ids.
 */
const FRAUD = `
  create table fraud_flags (
    customer_id uuid not null,
    install_id uuid not null,
    rule text not null,
    flag_id uuid not null,
    app_id uuid not null,
    rule_version integer not null,
    score smallint not null,
    signals jsonb not null,
    flagged_at timestamptz not null,
    primary key (customer_id, install_id, rule)
  );
  create index fraud_flags_newest_idx on fraud_flags (customer_id, app_id, flagged_at desc, flag_id desc);
  create table install_signals (
    customer_id uuid not null,
    install_id uuid not null,
    app_id uuid not null,
    device_id uuid not null,
    device_key uuid,
    is_first boolean not null,
    has_token boolean not null,
    clicked_at timestamptz,
    link_id uuid,
    installed_at timestamptz not null,
    ip_network cidr,
    device_model text,
    primary key (customer_id, install_id)
  );
  create index install_signals_alike_idx on install_signals (customer_id, app_id, ip_network, device_model, installed_at)
    where is_first and clicked_at is not null and ip_network is not null and device_model is not null;
  create index install_signals_device_idx on install_signals (customer_id, app_id, device_id, installed_at);
  create table fraud_reviews (
    customer_id uuid not null,
    install_id uuid not null,
    due_at timestamptz not null,
    reviews integer not null default 0,
    primary key (customer_id, install_id)
  );
  create index fraud_reviews_due_at_idx on fraud_reviews (due_at);
  create index events_integrity_token_idx on events (customer_id, app_id, device_key)
    where integrity_token is not null;
`;

const DISTRIBUTE_WHERE_POSSIBLE = `
  do $$
  declare
    data_table text;
  begin
    if exists (select from pg_extension where extname = 'citus') then
      foreach data_table in array array['fraud_flags', 'install_signals']
      loop
        perform create_distributed_table(data_table, 'customer_id');
      end loop;
    end if;
  end
  $$;
`;
