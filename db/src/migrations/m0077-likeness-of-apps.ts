import { Migration } from '@mikro-orm/migrations';

/** How well likeness does on an app's own installs that name their click, and the table that the app adopted of them. */
export class M0077LikenessOfApps extends Migration {
  override name = 'm0077-likeness-of-apps';

  override up(): void {
    this.addSql(`
      alter table apps add column likeness_report jsonb, add column likeness_reported_at timestamptz,
        add column likeness_table jsonb`);
  }
}
