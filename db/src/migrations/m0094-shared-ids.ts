import { Migration } from '@mikro-orm/migrations';

/** Ids that so many phones brought that they identify no one from then on. */
export class M0094SharedIds extends Migration {
  override name = 'm0094-shared-ids';

  override up(): void {
    this.addSql('alter table device_ids add shared_since timestamptz');
    this.addSql(`
      create index device_ids_shared_idx on device_ids (customer_id, app_id, device_id) where shared_since is not null`);
  }
}
