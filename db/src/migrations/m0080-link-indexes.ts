import { Migration } from '@mikro-orm/migrations';

/** Without these a list of a million links sorts them all, and each look at a domain reads all of its old paths. */
export class M0080LinkIndexes extends Migration {
  override name = 'm0080-link-indexes';

  override up(): void {
    this.addSql('create index links_newest_idx on links (app_id, created_at desc, id desc)');
    this.addSql('create index links_campaign_id_idx on links (campaign_id) where campaign_id is not null');
    this.addSql(`create index link_paths_query_idx on link_paths (domain_id) where path like '%?%'`);
  }
}
