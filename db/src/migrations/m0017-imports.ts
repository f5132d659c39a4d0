import { Migration } from '@mikro-orm/migrations';

/** Import of historical data: the jobs, the rows that wait to be processed, and the errors of rejected rows. */
export class M0017Imports extends Migration {
  override name = 'm0017-imports';

  override up(): void {
    this.addSql(JOBS);
    this.addSql(ROWS);
    this.addSql(IMPORTED_IDS);
    this.addSql(DISTRIBUTE_WHERE_POSSIBLE);
  }
}

/**
 * `due_at` is set while the job has rows to process. `column_mapping` is json, not jsonb, because its order matters.
 * `file_digest` and `part` identify what an operator's command imports from a file, so that it can resume.
 */
const JOBS = `
  create table import_jobs (
    id uuid primary key,
    customer_id uuid not null references accounts (id) on delete cascade,
    app_id uuid not null references apps (id) on delete cascade,
    source_platform text not null,
    column_mapping json not null,
    status text not null check (status in ('pending', 'processing', 'completed', 'failed')),
    total_rows integer not null default 0,
    processed_rows integer not null default 0,
    rejected_rows integer not null default 0,
    error_count integer not null default 0,
    failure_reason text,
    attempts integer not null default 0,
    file_digest text,
    part integer,
    created_at timestamptz not null,
    due_at timestamptz,
    completed_at timestamptz
  );
  create index import_jobs_customer_id_idx on import_jobs (customer_id, created_at desc, id desc);
  create index import_jobs_app_id_idx on import_jobs (app_id);
  create index import_jobs_due_at_idx on import_jobs (due_at) where due_at is not null;
  create unique index import_jobs_file_idx on import_jobs (app_id, file_digest, part) where file_digest is not null;
`;

/**
 * Rows as the file has them, as a JSON text: it may hold what jsonb refuses, such as NUL. A batch is deleted in the
 * transaction that stores its rows.
 */
const ROWS = `
  create table import_batches (
    customer_id uuid not null,
    job_id uuid not null,
    batch integer not null,
    rows text not null,
    primary key (customer_id, job_id, batch)
  );
  create table import_errors (
    customer_id uuid not null,
    job_id uuid not null,
    position integer not null,
    row_number integer not null,
    column_name text,
    value text,
    reason text not null,
    primary key (customer_id, job_id, position)
  );
`;

/** A device that is known from an import is not new when it opens the app, even if its install was not imported. */
const IMPORTED_IDS = `
  alter table device_ids add column imported boolean not null default false;
`;

const DISTRIBUTE_WHERE_POSSIBLE = `
  do $$
  declare
    data_table text;
  begin
    if exists (select from pg_extension where extname = 'citus') then
      foreach data_table in array array['import_batches', 'import_errors']
      loop
        perform create_distributed_table(data_table, 'customer_id');
      end loop;
    end if;
  end
  $$;
`;
