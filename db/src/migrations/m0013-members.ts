import { Migration } from '@mikro-orm/migrations';
import { STORE_EVENTS } from './m0013-store-events.ts';

/** Invitations, access tokens for tools, who changed the SDK's configuration, and the events that each app has used. */
export class M0013Members extends Migration {
  override name = 'm0013-members';

  override up(): void {
    this.addSql(INVITATIONS);
    this.addSql(ACCESS_TOKENS);
    this.addSql(APP_USAGE);
    this.addSql(STORE_EVENTS);
    this.addSql(`
      alter table sdk_configs add column updated_by uuid;
      create index audit_log_user_id_idx on audit_log (customer_id, user_id, happened_at desc, id desc);
      create index audit_log_target_id_idx on audit_log (customer_id, target_id, happened_at desc, id desc);
    `);
  }
}

/** What of `usage_months` came from which app. Months before this one are counted from the events that are still there. */
const APP_USAGE = `
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
  do $$
  begin
    if exists (select from pg_extension where extname = 'citus') then
      perform create_distributed_table('app_usage_months', 'customer_id');
    end if;
  end
  $$;
`;

/** Of the token only the SHA-256 hash is stored. An invitation without a time of its end is pending until it expires. */
const INVITATIONS = `
  create table invitations (
    id uuid primary key,
    customer_id uuid not null references accounts (id) on delete cascade,
    team_id uuid not null references teams (id) on delete cascade,
    email text not null,
    role text not null check (role in ('owner', 'developer', 'marketer', 'viewer')),
    token_hash bytea not null unique,
    invited_by uuid,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    accepted_at timestamptz,
    accepted_by uuid,
    revoked_at timestamptz,
    check (accepted_at is null or revoked_at is null)
  );
  create index invitations_customer_id_idx on invitations (customer_id, created_at desc, id desc);
  create index invitations_pending_idx on invitations (team_id, email)
    where accepted_at is null and revoked_at is null;
`;

/** Of the token only the SHA-256 hash is stored. It ends with its person, its account, or a time of its own. */
const ACCESS_TOKENS = `
  create table access_tokens (
    id uuid primary key,
    customer_id uuid not null references accounts (id) on delete cascade,
    user_id uuid not null references auth_users (id) on delete cascade,
    label text not null,
    role text not null check (role in ('owner', 'developer', 'marketer', 'viewer')),
    token_hash bytea not null unique,
    created_at timestamptz not null,
    expires_at timestamptz,
    last_used_at timestamptz,
    revoked_at timestamptz
  );
  create index access_tokens_customer_id_idx on access_tokens (customer_id, created_at desc, id desc);
  create index access_tokens_user_id_idx on access_tokens (user_id, customer_id);
`;
