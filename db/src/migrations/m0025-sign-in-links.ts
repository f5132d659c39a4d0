import { Migration } from '@mikro-orm/migrations';

/** Links that an operator makes, which sign a person in once. */
export class M0025SignInLinks extends Migration {
  override name = 'm0025-sign-in-links';

  override up(): void {
    this.addSql(`
      alter table auth_mailed_links
        drop constraint auth_mailed_links_purpose_check,
        add constraint auth_mailed_links_purpose_check
          check (purpose in ('reset_password', 'verify_email', 'change_email', 'sign_in'))`);
  }
}
