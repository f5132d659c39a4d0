import { Migration } from '@mikro-orm/migrations';

/** People and their sessions: the tables of the sign-in library, under names of their own. */
export class M0001Identity extends Migration {
  override name = 'm0001-identity';

  override up(): void {
    this.addSql(`
      create table auth_users (
        id uuid primary key default gen_random_uuid(),
        name text not null,
        email text not null unique,
        email_verified boolean not null,
        image text,
        created_at timestamptz not null default current_timestamp,
        updated_at timestamptz not null default current_timestamp
      );
      create table auth_sessions (
        id uuid primary key default gen_random_uuid(),
        expires_at timestamptz not null,
        token text not null unique,
        created_at timestamptz not null default current_timestamp,
        updated_at timestamptz not null,
        ip_address text,
        user_agent text,
        user_id uuid not null references auth_users (id) on delete cascade,
        active_account_id text
      );
      create index auth_sessions_user_id_idx on auth_sessions (user_id);
      create table auth_credentials (
        id uuid primary key default gen_random_uuid(),
        account_id text not null,
        provider_id text not null,
        user_id uuid not null references auth_users (id) on delete cascade,
        access_token text,
        refresh_token text,
        id_token text,
        access_token_expires_at timestamptz,
        refresh_token_expires_at timestamptz,
        scope text,
        password text,
        created_at timestamptz not null default current_timestamp,
        updated_at timestamptz not null
      );
      create index auth_credentials_user_id_idx on auth_credentials (user_id);
      create table auth_verifications (
        id uuid primary key default gen_random_uuid(),
        identifier text not null,
        value text not null,
        expires_at timestamptz not null,
        created_at timestamptz not null default current_timestamp,
        updated_at timestamptz not null default current_timestamp
      );
      create index auth_verifications_identifier_idx on auth_verifications (identifier);
      create table auth_first_place (
        id boolean primary key check (id),
        claimed_at timestamptz not null
      );
    `);
  }
}
