import { Migration } from '@mikro-orm/migrations';

/** Links on hosts of an account's own: slugs are unique per domain, and a domain that moved here keeps its old paths. */
export class M0055Domains extends Migration {
  override name = 'm0055-domains';

  override up(): void {
    this.addSql(DOMAINS);
    this.addSql(
      'create unique index domains_verified_host_key on domains (host) where verified_at is not null',
    );
    this.addSql('create unique index domains_default_key on domains (customer_id) where is_default');
    this.addSql('alter table links add column domain_id uuid references domains (id)');
    this.addSql('alter table links drop constraint links_slug_key');
    this.addSql('create unique index links_slug_key on links (slug) where domain_id is null');
    this.addSql(
      'create unique index links_domain_slug_key on links (domain_id, slug) where domain_id is not null',
    );
    this.addSql(LINK_PATHS);
    this.addSql('create index link_paths_link_id_idx on link_paths (link_id)');
    this.addSql('create index link_paths_customer_id_idx on link_paths (customer_id)');
  }
}

/** Several accounts may claim a host; only one can have proven it. A removed one stays while links are on it. */
const DOMAINS = `
  create table domains (
    id uuid primary key,
    customer_id uuid not null,
    host text not null,
    proof text not null,
    is_default boolean not null default false,
    fallback_resolver text,
    verified_at timestamptz,
    proven_at timestamptz,
    checked_at timestamptz,
    problem text,
    removed_at timestamptz,
    fallback_asked bigint not null default 0,
    fallback_found bigint not null default 0,
    fallback_found_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (customer_id, host)
  )`;

/** What a domain's links were called elsewhere: a path as it is requested, with its query if that belongs to it. */
const LINK_PATHS = `
  create table link_paths (
    domain_id uuid not null references domains (id),
    path text not null check (path like '/%' and length(path) <= 512),
    link_id uuid not null references links (id) on delete cascade,
    customer_id uuid not null,
    created_at timestamptz not null,
    primary key (domain_id, path)
  )`;
