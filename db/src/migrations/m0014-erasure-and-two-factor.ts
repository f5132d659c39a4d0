import { Migration } from '@mikro-orm/migrations';

/** Erasures that are under way, with the receipts of those that are done; second factors of people; and push tokens by device. */
export class M0014ErasureAndTwoFactor extends Migration {
  override name = 'm0014-erasure-and-two-factor';

  override up(): void {
    this.addSql(ERASURES);
    this.addSql(TWO_FACTOR);
    this.addSql(PUSH_TOKENS);
  }
}

/**
 * `due_at` is when it goes on; null once it is done. `ids` are those of the device, until it is done. `position` is where
 * it goes on. `erased` counts rows by table. No foreign key: it outlives its account.
 */
const ERASURES = `
  create table erasures (
    receipt_id uuid primary key,
    customer_id uuid not null,
    scope text not null check (scope in ('account', 'device')),
    requested_by uuid not null,
    requested_at timestamptz not null,
    due_at timestamptz,
    finished_at timestamptz,
    ids jsonb,
    position jsonb not null default '{}',
    erased jsonb not null default '{}'
  );
  create index erasures_due_at_idx on erasures (due_at) where due_at is not null;
`;

/** The sign-in library's, under names of their own. Secret and recovery codes are encrypted by it. */
const TWO_FACTOR = `
  alter table auth_users add column two_factor_enabled boolean not null default false;
  create table auth_two_factors (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null unique references auth_users (id) on delete cascade,
    secret text not null,
    backup_codes text not null,
    verified boolean not null default true,
    failed_verification_count integer not null default 0,
    locked_until timestamptz
  );
`;

/** The token of a device is that of its last event that had one: nothing is written for events that have none. */
const PUSH_TOKENS = `
  create index events_push_token_idx on events (device_key, customer_id, app_id, occurred_at desc)
    where push_token is not null;
`;
