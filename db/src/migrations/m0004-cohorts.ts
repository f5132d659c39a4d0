import { Migration } from '@mikro-orm/migrations';

/** Installs by campaign, and retention: which devices came back on which day after their install, and how many of each day's. */
export class M0004Cohorts extends Migration {
  override name = 'm0004-cohorts';

  override up(): void {
    this.addSql(COHORTS);
    this.addSql(CAMPAIGNS);
    this.addSql(ACTIVITY_QUEUE);
    this.addSql(ROOM_FOR_UPDATES);
    this.addSql(DISTRIBUTE_WHERE_POSSIBLE);
  }
}

/** `installs.cohort_day` is null for an install that is in no cohort; `device_ids.device_key` is the key of that id. */
const COHORTS = `
  alter table installs add column cohort_day date;
  create index device_ids_device_key_idx on device_ids (customer_id, app_id, device_key) where device_key is not null;
  create table cohort_activity (
    customer_id uuid not null,
    app_id uuid not null,
    device_id uuid not null,
    day date not null,
    cohort_day date not null,
    primary key (customer_id, app_id, device_id, day)
  );
  create table cohort_counts (
    customer_id uuid not null,
    app_id uuid not null,
    cohort_day date not null,
    day_offset integer not null,
    devices bigint not null,
    primary key (customer_id, app_id, cohort_day, day_offset)
  );
`;

/** Beside install_counts, not in its key: what a summary costs must not grow with the campaigns that there are. */
const CAMPAIGNS = `
  create table campaign_counts (
    customer_id uuid not null,
    app_id uuid not null,
    day date not null,
    campaign_id uuid not null,
    installs bigint not null,
    primary key (customer_id, app_id, day, campaign_id)
  );
`;

/**
 * What the cohorts have yet to look at, many at a time so that a row costs ingest little: days on which devices were
 * active (keys, days since 1970 and, where the key may not tell the device, events), or devices that something became known of.
 */
const ACTIVITY_QUEUE = `
  create table activity_queue (
    batch_id uuid not null primary key,
    due_at timestamptz not null,
    customer_ids uuid[] not null,
    app_ids uuid[] not null,
    device_keys uuid[],
    days integer[],
    event_ids text[],
    device_ids uuid[]
  );
  create index activity_queue_due_at_idx on activity_queue (due_at);
`;

/** A counter's row changes many times a minute; with room on its page it does so in place. */
const ROOM_FOR_UPDATES = `
  alter table install_counts set (fillfactor = 70);
  alter table link_counts set (fillfactor = 70);
  alter table cohort_counts set (fillfactor = 70);
  alter table campaign_counts set (fillfactor = 70);
`;

const DISTRIBUTE_WHERE_POSSIBLE = `
  do $$
  declare
    data_table text;
  begin
    if exists (select from pg_extension where extname = 'citus') then
      foreach data_table in array array['cohort_activity', 'cohort_counts', 'campaign_counts']
      loop
        perform create_distributed_table(data_table, 'customer_id');
      end loop;
    end if;
  end
  $$;
`;
