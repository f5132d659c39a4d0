import { Migration } from '@mikro-orm/migrations';

/** The last events of each app that ingest refused, without any of their values, and how many there were a day. */
export class M0023RejectedEvents extends Migration {
  override name = 'm0023-rejected-events';

  override up(): void {
    this.addSql(TABLES);
    this.addSql(DISTRIBUTE_WHERE_POSSIBLE);
  }
}

const TABLES = `
  create table rejected_events (
    customer_id uuid not null,
    app_id uuid not null,
    rejected_at timestamptz not null,
    rejection_id uuid not null,
    code text not null,
    error text not null,
    fields text[] not null,
    event_type text,
    primary key (customer_id, app_id, rejected_at, rejection_id)
  );
  create table rejected_event_counts (
    customer_id uuid not null,
    app_id uuid not null,
    day date not null,
    code text not null,
    rejected bigint not null,
    primary key (customer_id, app_id, day, code)
  );
`;

const DISTRIBUTE_WHERE_POSSIBLE = `
  do $$
  begin
    if exists (select from pg_extension where extname = 'citus') then
      perform create_distributed_table('rejected_events', 'customer_id');
      perform create_distributed_table('rejected_event_counts', 'customer_id');
    end if;
  end
  $$;
`;
