import { Migration } from '@mikro-orm/migrations';

/**
 * Some of the first migrations were edited, or withdrawn, after they had landed. Databases that had run them by then get
 * what they lack; in all others nothing changes.
 */
export class M0020EditedMigrations extends Migration {
  override name = 'm0020-edited-migrations';

  override up(): void {
    this.addSql(APP_USAGE);
    this.addSql(KEYS_AND_INDEXES);
    this.addSql(SETTINGS);
    this.addSql('drop function if exists store_events(json, integer, json, json, timestamptz)');
  }
}

/** m0013 */
const APP_USAGE = `
  do $$
  begin
    if to_regclass('app_usage_months') is null then
      create table app_usage_months (
        customer_id uuid not null,
        app_id uuid not null,
        month date not null,
        used bigint not null,
        primary key (customer_id, app_id, month)
      ) with (fillfactor = 70);
      insert into app_usage_months (customer_id, app_id, month, used)
      select customer_id, app_id, date_trunc('month', received_at at time zone 'UTC')::date, count(*)
      from events
      group by 1, 2, 3;
      if exists (select from pg_extension where extname = 'citus') then
        perform create_distributed_table('app_usage_months', 'customer_id');
      end if;
    end if;
  end
  $$;
`;

/** m0012, m0013 and m0015. An index whose definition is as it should be is left alone. */
const KEYS_AND_INDEXES = `
  do $$
  declare
    present record;
  begin
    for present in
      select * from (values
        ('revenue_counts', 'customer_id, app_id, day, provider, currency',
          'payments, gross, refunded, attributed_payments, attributed'),
        ('campaign_counts', 'customer_id, app_id, day, campaign_id', 'installs')) as key (of_table, columns, included)
    loop
      if not exists (
        select from pg_index
        where indrelid = present.of_table::regclass and indisprimary and indnatts > indnkeyatts)
      then
        execute format('alter table %1$I drop constraint %2$I, add primary key (%3$s) include (%4$s)',
          present.of_table, present.of_table || '_pkey', present.columns, present.included);
      end if;
    end loop;

    for present in
      select * from (values
        ('payments_newest_idx', 'payments', '(customer_id, app_id, received_at desc) include (payment_event_id)'),
        ('payments_original_idx', 'payments', '(original_id, customer_id) where original_id is not null'),
        ('payments_device_idx', 'payments', '(device_id, customer_id) where device_id is not null'),
        ('payments_click_idx', 'payments', '(service_click_id, customer_id) where service_click_id is not null'),
        ('payments_gaid_idx', 'payments', '(gaid, customer_id) where gaid is not null'),
        ('payments_android_id_idx', 'payments', '(android_id, customer_id) where android_id is not null'),
        ('payments_user_id_idx', 'payments', '(user_id, customer_id) where user_id is not null'),
        ('purchases_device_idx', 'purchases', '(device_id, customer_id)'),
        ('attributions_credit_idx', 'attributions',
          '(device_id, customer_id, installed_at) where campaign_id is not null or click_id is not null'),
        ('attributions_click_idx', 'attributions', '(click_id, customer_id) where click_id is not null'),
        ('audit_log_user_id_idx', 'audit_log', '(customer_id, user_id, happened_at desc, id desc)'),
        ('audit_log_target_id_idx', 'audit_log', '(customer_id, target_id, happened_at desc, id desc)'),
        ('postbacks_one_per_install_idx', 'postbacks',
          '(customer_id, install_id, config_id, payment_event_id) nulls not distinct')) as wanted (name, of_table, body)
    loop
      if regexp_replace(lower(pg_get_indexdef(to_regclass(present.name))), '.* using btree |[() ]', '', 'g')
        is distinct from regexp_replace(present.body, '[() ]', '', 'g')
      then
        execute format('drop index if exists %I', present.name);
        execute format('create %s index %I on %I %s',
          case when present.name = 'postbacks_one_per_install_idx' then 'unique' else '' end,
          present.name, present.of_table, present.body);
      end if;
    end loop;
    drop index if exists postbacks_install_idx, postbacks_config_idx;
  end
  $$;
`;

/** m0009 and m0012 */
const SETTINGS = `
  alter table install_counts set (fillfactor = 70);
  alter table link_counts set (fillfactor = 70);
  alter table cohort_counts set (fillfactor = 70);
  alter table campaign_counts set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
  alter table revenue_counts set (autovacuum_vacuum_scale_factor = 0.02);
  alter table campaign_revenue_counts set (autovacuum_vacuum_scale_factor = 0.02);
`;
