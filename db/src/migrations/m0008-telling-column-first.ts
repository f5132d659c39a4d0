import { Migration } from '@mikro-orm/migrations';

/**
 * Indexes of devices begin with the column that tells devices apart. While a table is small, or has grown since it was
 * last analyzed, the planner takes an app's rows for a handful, and any index that begins with the account and the app
 * for as good as the right one: a probe then reads every device of the app. One that begins with the device's id cannot
 * be mistaken for another, and is smaller.
 */
export class M0008TellingColumnFirst extends Migration {
  override name = 'm0008-telling-column-first';

  override up(): void {
    this.addSql(`
      drop index device_ids_device_id_idx;
      create index device_ids_device_id_idx on device_ids (device_id);
      drop index device_ids_device_key_idx;
      create index device_ids_device_key_idx on device_ids (device_key, app_id) where device_key is not null;
      drop index install_signals_device_idx;
      create index install_signals_device_idx on install_signals (device_id, installed_at);
      drop index install_signals_alike_idx;
      create index install_signals_alike_idx on install_signals (ip_network, device_model, app_id, installed_at)
        where is_first and clicked_at is not null and ip_network is not null and device_model is not null;
    `);
  }
}
