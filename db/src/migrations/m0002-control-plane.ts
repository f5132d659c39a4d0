import { Migration } from '@mikro-orm/migrations';

/** Accounts, teams, apps, keys, campaigns, links: few rows, a single uuid key and a plain customer_id each. */
export class M0002ControlPlane extends Migration {
  override name = 'm0002-control-plane';

  override up(): void {
    this.addSql(`
      create table accounts (
        id uuid primary key,
        name text not null,
        plan text not null,
        active boolean not null default true,
        created_at timestamptz not null
      );
      create table teams (
        id uuid primary key,
        customer_id uuid not null references accounts (id) on delete cascade,
        name text not null,
        avatar text,
        is_default boolean not null default false,
        archived_at timestamptz,
        created_at timestamptz not null
      );
      create unique index teams_one_default_idx on teams (customer_id) where is_default;
      create index teams_customer_id_idx on teams (customer_id);
      create table team_members (
        id uuid primary key,
        customer_id uuid not null,
        team_id uuid not null references teams (id) on delete cascade,
        user_id uuid not null references auth_users (id) on delete cascade,
        role text not null check (role in ('owner', 'developer', 'marketer', 'viewer')),
        created_at timestamptz not null,
        unique (team_id, user_id)
      );
      create index team_members_user_id_idx on team_members (user_id, customer_id);
      create table apps (
        id uuid primary key,
        customer_id uuid not null references accounts (id) on delete cascade,
        team_id uuid not null references teams (id),
        name text not null,
        bundle_id text not null,
        platform text not null default 'android',
        active boolean not null default true,
        deleted_at timestamptz,
        signing_secret text not null,
        settings jsonb not null default '{}',
        created_at timestamptz not null
      );
      create index apps_customer_id_idx on apps (customer_id);
      create table api_keys (
        id uuid primary key,
        customer_id uuid not null,
        app_id uuid not null references apps (id) on delete cascade,
        label text not null,
        key_hash bytea not null unique,
        created_by uuid,
        created_at timestamptz not null,
        revoked_at timestamptz
      );
      create index api_keys_app_id_idx on api_keys (app_id);
      create table sdk_configs (
        customer_id uuid primary key references accounts (id) on delete cascade,
        tracking_enabled boolean,
        sampling_rate double precision,
        wifi_only_mode boolean,
        batch_size integer,
        flush_interval_ms integer,
        suppress_on_low_battery boolean,
        notes text,
        updated_at timestamptz not null
      );
      create table campaigns (
        id uuid primary key,
        customer_id uuid not null references accounts (id) on delete cascade,
        app_id uuid references apps (id) on delete cascade,
        name text not null,
        channel text,
        archived_at timestamptz,
        created_at timestamptz not null
      );
      create index campaigns_customer_id_idx on campaigns (customer_id);
      create table links (
        id uuid primary key,
        customer_id uuid not null,
        app_id uuid not null references apps (id) on delete cascade,
        campaign_id uuid references campaigns (id),
        slug text not null unique,
        fallback_url text not null,
        android_url text,
        ussd_fallback text,
        channel text not null,
        deep_link_path text,
        deferred_params jsonb not null default '{}',
        active boolean not null default true,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create index links_customer_id_idx on links (customer_id, app_id);
      create table audit_log (
        id uuid primary key,
        customer_id uuid not null,
        user_id uuid,
        action text not null,
        target_type text,
        target_id uuid,
        details jsonb not null default '{}',
        ip text,
        request_id text,
        happened_at timestamptz not null
      );
      create index audit_log_customer_id_idx on audit_log (customer_id, happened_at desc, id);
    `);
  }
}
