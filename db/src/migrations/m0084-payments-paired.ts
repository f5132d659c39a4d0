import { Migration } from '@mikro-orm/migrations';

/** Few payments are counted as likely the same order as a purchase: those of a device are found without looking at all of its. */
export class M0084PaymentsPaired extends Migration {
  override name = 'm0084-payments-paired';

  override up(): void {
    this.addSql('create index payments_paired_idx on payments (device_id, customer_id) where counted_double');
  }
}
