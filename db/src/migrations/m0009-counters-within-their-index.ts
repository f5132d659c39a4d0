import { Migration } from '@mikro-orm/migrations';

/**
 * Install counters can be read from their key's index alone. Its leaves hold an account's days side by side; the rows
 * themselves lie wherever there was room when they last changed, among those of everybody else, a page each. Vacuumed
 * early, since only what is vacuumed is read without a look at its row.
 */
export class M0009CountersWithinTheirIndex extends Migration {
  override name = 'm0009-counters-within-their-index';

  override up(): void {
    this.addSql(`
      alter table install_counts drop constraint install_counts_pkey;
      alter table install_counts add primary key (customer_id, app_id, day, model, channel)
        include (installs, confidence_sum, high_confidence);
      alter table install_counts set (autovacuum_vacuum_scale_factor = 0.02);
    `);
  }
}
