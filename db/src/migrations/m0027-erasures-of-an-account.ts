import { Migration } from '@mikro-orm/migrations';

/** Lets an account's erasures be listed. */
export class M0027ErasuresOfAnAccount extends Migration {
  override name = 'm0027-erasures-of-an-account';

  override up(): void {
    this.addSql(
      'create index erasures_customer_id_idx on erasures (customer_id, requested_at desc, receipt_id desc)',
    );
  }
}
