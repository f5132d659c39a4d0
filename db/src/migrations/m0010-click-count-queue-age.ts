import { Migration } from '@mikro-orm/migrations';

/** Says how long clicks have been waiting to be counted: whoever runs the service is told when their counting stands still. */
export class M0010ClickCountQueueAge extends Migration {
  override name = 'm0010-click-count-queue-age';

  override up(): void {
    this.addSql(`
      alter table click_count_queue add column queued_at timestamptz not null default now();
      create index click_count_queue_queued_at_idx on click_count_queue (queued_at);
    `);
  }
}
