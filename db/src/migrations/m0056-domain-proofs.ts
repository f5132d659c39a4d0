import { Migration } from '@mikro-orm/migrations';

/** How a domain was proven, since only that is looked for again; and those whose turn it is are found at once, as are those of a host. */
export class M0056DomainProofs extends Migration {
  override name = 'm0056-domain-proofs';

  override up(): void {
    this.addSql('alter table domains add column proven_by text');
    this.addSql('create index domains_host_idx on domains (host)');
    this.addSql(
      'create index domains_checked_at_idx on domains (checked_at) where proven_at is not null and removed_at is null',
    );
  }
}
