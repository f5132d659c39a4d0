import { Migration } from '@mikro-orm/migrations';

/** What a link does beside leading to one place: rules, an end, campaign parameters, tags. */
export class M0040LinkRules extends Migration {
  override name = 'm0040-link-rules';

  override up(): void {
    this.addSql(`
      alter table links
        add column rules jsonb,
        add column expires_at timestamptz,
        add column expired_url text,
        add column max_clicks int,
        add column clicks_used int,
        add column utm jsonb,
        add column tags text[] not null default '{}'`);
    this.addSql('create index links_tags_idx on links using gin (tags)');
    this.addSql('alter table clicks add column rule_index int, add column rule_url text');
    this.addSql(`
      create index clicks_rule_idx on clicks (customer_id, link_id, clicked_at)
      where rule_index is not null`);
  }
}
