import { Migration } from '@mikro-orm/migrations';

/** The countries of an install's click and of itself, where it came too soon after it to have travelled: how many of a link do. */
export class M0085InstallsAbroad extends Migration {
  override name = 'm0085-installs-abroad';

  override up(): void {
    this.addSql('alter table install_signals add abroad text');
    this.addSql('drop index install_signals_link_idx');
    this.addSql(`
      create index install_signals_link_idx on install_signals (link_id, installed_at)
        include (customer_id, clicked_at, device_clicks, abroad)
        where link_id is not null`);
  }
}
