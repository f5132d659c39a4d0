import { Migration } from '@mikro-orm/migrations';

/**
 * What fraud rules compare with an app's own figures: from which network an install's click came, how often its device
 * had clicked, and all of a network's and a link's installs, also those that no click led to.
 */
export class M0082TrafficOfInstalls extends Migration {
  override name = 'm0082-traffic-of-installs';

  override up(): void {
    this.addSql('alter table install_signals add click_network cidr, add device_clicks integer');
    this.addSql('drop index install_signals_alike_idx');
    this.addSql(`
      create index install_signals_network_idx on install_signals (ip_network, app_id, installed_at)
        include (customer_id, device_model, link_id, clicked_at)
        where is_first and ip_network is not null`);
    this.addSql(`
      create index install_signals_link_idx on install_signals (link_id, installed_at)
        include (customer_id, clicked_at, device_clicks)
        where link_id is not null`);
    this.addSql(`
      create index install_signals_click_network_idx on install_signals (click_network, app_id, clicked_at)
        where click_network is not null`);
  }
}
