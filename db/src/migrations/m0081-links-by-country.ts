import { Migration } from '@mikro-orm/migrations';

/**
 * What links bring is counted by country, in the rows that count it anyway. What was counted before is in no known
 * country, until `rebuild-rollups` moves it to those that clicks, installs and payments say.
 */
export class M0081LinksByCountry extends Migration {
  override name = 'm0081-links-by-country';

  override up(): void {
    this.addSql("alter table link_counts add column country text not null default ''");
    this.addSql('alter table link_counts drop constraint link_counts_pkey');
    this.addSql('alter table link_counts add primary key (customer_id, link_id, day, country)');
    this.addSql("alter table campaign_revenue_counts add column country text not null default ''");
    this.addSql('alter table campaign_revenue_counts drop constraint campaign_revenue_counts_pkey');
    this.addSql(`
      alter table campaign_revenue_counts
      add primary key (customer_id, app_id, day, campaign_id, currency, link_id, country)
      include (in_app, payment, possible_double)`);
  }
}
