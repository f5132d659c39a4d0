import { Migration } from '@mikro-orm/migrations';

/** How much of its users an app has stored. */
export class M0070PrivacyMode extends Migration {
  override name = 'm0070-privacy-mode';

  override up(): void {
    this.addSql(`
      alter table apps add column privacy_mode text not null default 'standard'
        constraint apps_privacy_mode_check check (privacy_mode in ('standard', 'strict'))`);
  }
}
