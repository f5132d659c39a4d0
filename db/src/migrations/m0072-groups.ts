import { Migration } from '@mikro-orm/migrations';

/**
 * Reports by country, version, model, campaign and channel. An attribution keeps what its install is grouped by, since
 * events go with retention; payments and purchases keep what they were counted under, and the counters of groups have a
 * row for each value.
 */
export class M0072Groups extends Migration {
  override name = 'm0072-groups';

  override up(): void {
    this.addSql(FACTS);
    this.addSql(VALUES);
    this.addSql(VALUE_TOTALS);
    this.addSql(INSTALLS);
    this.addSql(COHORTS);
    this.addSql(REVENUE);
    this.addSql(ATTRIBUTIONS_OF_A_COUNTRY);
    this.addSql(PAYMENTS_OF_A_COUNTRY);
  }
}

const FACTS = `
  alter table attributions add country text, add app_version text, add os_version text, add device_model text;
  alter table payments add counted_country text, add counted_app_version text, add counted_os_version text,
    add counted_device_model text, add counted_channel text, add counted_model text;
  alter table purchases add counted_country text, add counted_app_version text, add counted_os_version text,
    add counted_device_model text, add counted_channel text, add counted_model text;
`;

/** The first values of an app, a dimension and a month have counters of their own; no other ever gets some. */
const VALUES = `
  create table group_values (
    customer_id uuid not null,
    app_id uuid not null,
    dimension text not null,
    month date not null,
    value text not null,
    primary key (customer_id, app_id, dimension, month, value)
  );
`;

const VALUE_TOTALS = `
  create table group_value_totals (
    customer_id uuid not null,
    app_id uuid not null,
    dimension text not null,
    month date not null,
    kept integer not null default 0,
    primary key (customer_id, app_id, dimension, month)
  );
`;

/** Nothing of a key may be null: what is not known is empty. Read from the index of the key alone, as m0009 has it. */
const KEY = `
    customer_id uuid not null,
    app_id uuid not null,
    dimension text not null,
    day date not null,
    country text not null,
    value text not null,
    is_rest boolean not null,
    model text not null,
    channel text not null`;

const KEYED = 'customer_id, app_id, dimension, day, country, value, is_rest, model, channel';

const INSTALLS = `
  create table install_group_counts (${KEY},
    installs bigint not null,
    attributed bigint not null,
    confidence_sum bigint not null,
    high_confidence bigint not null,
    unscored bigint not null,
    primary key (${KEYED}) include (installs, attributed, confidence_sum, high_confidence, unscored)
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
`;

const COHORTS = `
  create table cohort_group_counts (${KEY},
    day_offset integer not null,
    devices bigint not null,
    primary key (${KEYED}, day_offset) include (devices)
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
`;

const REVENUE = `
  create table revenue_group_counts (${KEY},
    provider text not null,
    currency text not null,
    payments bigint not null,
    gross numeric not null,
    refunded numeric not null,
    attributed_payments bigint not null,
    attributed numeric not null,
    in_app numeric not null,
    payment numeric not null,
    possible_double numeric not null,
    primary key (${KEYED}, provider, currency)
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
`;

/** The log of a country is read without a look at the rows of all others. */
const ATTRIBUTIONS_OF_A_COUNTRY = `
  create index attributions_country_idx on attributions
    (customer_id, app_id, country, installed_at desc, attribution_id desc);
`;

const PAYMENTS_OF_A_COUNTRY = `
  create index payments_country_idx on payments
    (customer_id, app_id, counted_country, received_at desc, payment_event_id desc);
`;
