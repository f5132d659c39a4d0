import { Migration } from '@mikro-orm/migrations';

/** What an app is on iOS, and where a link leads an iPhone. */
export class M0041IosApps extends Migration {
  override name = 'm0041-ios-apps';

  override up(): void {
    this.addSql(`
      alter table apps
        add column ios_bundle_id text,
        add column ios_team_id text,
        add column app_store_id text,
        add column app_store_provider_token text,
        add column ios_clipboard boolean not null default false`);
    this.addSql('alter table links add column ios_url text');
  }
}
