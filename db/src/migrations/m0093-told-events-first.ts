import { Migration } from '@mikro-orm/migrations';

/**
 * Events that tell ids are passed on to attribution before what came later is claimed, and so in batches of their own, which
 * are found without a look at those of days.
 */
export class M0093ToldEventsFirst extends Migration {
  override name = 'm0093-told-events-first';

  override up(): void {
    this.addSql(`
      insert into activity_queue (batch_id, due_at, customer_ids, app_ids, event_ids)
      select gen_random_uuid(), due_at, customer_ids, app_ids, event_ids from activity_queue
      where event_ids is not null and days is not null`);
    this.addSql(
      'update activity_queue set event_ids = null where event_ids is not null and days is not null',
    );
    this.addSql(
      'create index activity_queue_told_idx on activity_queue (due_at) where event_ids is not null',
    );
  }
}
