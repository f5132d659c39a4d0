import { Migration } from '@mikro-orm/migrations';

/** The links that are mailed to people, and the time step of the last code of a second factor. */
export class M0018MailedLinks extends Migration {
  override name = 'm0018-mailed-links';

  override up(): void {
    this.addSql(MAILED_LINKS);
    this.addSql(CODES_WORK_ONCE);
  }
}

/**
 * A person has one link for a new password and one for a new address, which a newer one replaces. `email` and `password_digest` are what the person had
 * when it was made; it ends when either changes. `confirmed` tells the two mails of a change of address apart.
 */
const MAILED_LINKS = `
  create table auth_mailed_links (
    token_hash bytea primary key,
    user_id uuid not null references auth_users (id) on delete cascade,
    purpose text not null check (purpose in ('reset_password', 'verify_email', 'change_email')),
    email text not null,
    password_digest text not null,
    new_email text check ((new_email is not null) = (purpose = 'change_email')),
    confirmed boolean not null,
    expires_at timestamptz not null
  );
  create unique index auth_mailed_links_one_idx on auth_mailed_links (user_id, purpose)
    where purpose <> 'verify_email';
  create index auth_mailed_links_user_id_idx on auth_mailed_links (user_id);
`;

/** In units of 30 s since the epoch. */
const CODES_WORK_ONCE = `
  alter table auth_two_factors add column last_used_step bigint;
`;
