import { Migration } from '@mikro-orm/migrations';

/** Each queue counts the attempts of a row that fails by itself and keeps the last error, as that of events does. */
const QUEUES = [
  'activity_queue',
  'click_count_queue',
  'event_count_queue',
  'fraud_reviews',
  'credit_queue',
  'postback_queue',
  'erasures',
];

/** A row whose time is `infinity` is parked; versions that know nothing of that pass over it. */
export class M0110AttemptsOfJobs extends Migration {
  override name = 'm0110-attempts-of-jobs';

  override up(): void {
    for (const queue of QUEUES)
      this.addSql(
        `alter table ${queue} add column attempts integer not null default 0, add column last_error text`,
      );
    this.addSql('alter table import_jobs add column last_error text');
  }
}
