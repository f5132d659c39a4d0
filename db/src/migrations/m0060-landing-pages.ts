import { Migration } from '@mikro-orm/migrations';

/** What a link's landing page shows, and the code with which an app on iOS finds its click. */
export class M0060LandingPages extends Migration {
  override name = 'm0060-landing-pages';

  override up(): void {
    this.addSql(`
      alter table links
        add column title text,
        add column description text,
        add column image_url text`);
    this.addSql('alter table apps add column description text, add column image_url text');
    this.addSql('alter table accounts add column link_page_texts jsonb');
    this.addSql('alter table clicks add column code_hash bytea');
    this.addSql(`
      create unique index clicks_code_idx on clicks (customer_id, code_hash)
      where code_hash is not null`);
  }
}
