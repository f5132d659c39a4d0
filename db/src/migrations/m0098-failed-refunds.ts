import { Migration } from '@mikro-orm/migrations';

/** Refunds that a provider said had failed, of which nothing was recorded: those that come later are undone. */
export class M0098FailedRefunds extends Migration {
  override name = 'm0098-failed-refunds';

  override up(): void {
    this.addSql(`
      create table failed_refunds (
        customer_id uuid not null,
        provider text not null,
        reference text not null,
        amount numeric not null,
        currency text,
        occurred_at timestamptz,
        primary key (customer_id, provider, reference)
      );
    `);
  }
}
