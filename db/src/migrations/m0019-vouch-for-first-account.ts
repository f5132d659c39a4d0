import { Migration } from '@mikro-orm/migrations';

/** The service's own host vouched for the apps of every account; from now on for those of the first one made. */
export class M0019VouchForFirstAccount extends Migration {
  override name = 'm0019-vouch-for-first-account';

  override up(): void {
    this.addSql(`
      update accounts set app_links_allowed = true
      where id = (select id from accounts order by created_at, id limit 1);
    `);
  }
}
