import { Migration } from '@mikro-orm/migrations';

/**
 * Averages of confidence leave imported installs out. Their attributions count without a confidence, and install_counts
 * how many there are of them; within the index from which it is read (m0009).
 */
export class M0026InstallsWithoutAScore extends Migration {
  override name = 'm0026-installs-without-a-score';

  override up(): void {
    this.addSql('alter table install_counts add column unscored bigint not null default 0');
    this.addSql(`
      update attributions set counted_confidence = null
      where counted_day is not null and confidence_score = 0 and reason like 'Imported from %'`);
    this.addSql(`
      update install_counts counts set unscored = imported.installs
      from (
        select customer_id, app_id, counted_day, counted_model, counted_channel, count(*) as installs
        from attributions
        where counted_day is not null and counted_confidence is null
        group by customer_id, app_id, counted_day, counted_model, counted_channel
      ) imported
      where counts.customer_id = imported.customer_id and counts.app_id = imported.app_id
        and counts.day = imported.counted_day and counts.model = imported.counted_model
        and counts.channel = imported.counted_channel`);
    this.addSql('alter table install_counts drop constraint install_counts_pkey');
    this.addSql(`
      alter table install_counts add primary key (customer_id, app_id, day, model, channel)
        include (installs, confidence_sum, high_confidence, unscored)`);
  }
}
