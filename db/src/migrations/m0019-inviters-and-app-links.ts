import { Migration } from '@mikro-orm/migrations';

/**
 * Withdraws pending invitations whose maker was removed or demoted before that withdrew them; and says whose apps may open
 * the links of the service's own host.
 */
export class M0019InvitersAndAppLinks extends Migration {
  override name = 'm0019-inviters-and-app-links';

  override up(): void {
    this.addSql(`
      update invitations set revoked_at = now()
      where accepted_at is null and revoked_at is null and not exists (
        select from team_members inviter join teams on teams.id = inviter.team_id
        where inviter.user_id = invitations.invited_by and inviter.customer_id = invitations.customer_id
          and inviter.role = 'owner' and (inviter.team_id = invitations.team_id or teams.is_default));
    `);
    this.addSql('alter table accounts add column app_links_allowed boolean not null default false');
  }
}
