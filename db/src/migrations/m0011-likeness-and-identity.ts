import { Migration } from '@mikro-orm/migrations';

/**
 * What keeps a likeness from being taken for an identity: a click that an app's SDK reported keeps the installation that
 * it came from, so that it is nobody else's; and an attribution keeps whether another link's click was nearly as likely,
 * so that nobody is led where somebody else wanted to go.
 */
export class M0011LikenessAndIdentity extends Migration {
  override name = 'm0011-likeness-and-identity';

  override up(): void {
    this.addSql(`
      alter table clicks add column installation_id uuid;
      alter table attributions add column near_tie boolean not null default false;
    `);
  }
}
