import { Migration } from '@mikro-orm/migrations';

/**
 * What commits of clicks still have to add to the links' counters. A row a commit instead of a row a link: a link that
 * is clicked a thousand times a second is counted once a second.
 */
export class M0006ClickCounts extends Migration {
  override name = 'm0006-click-counts';

  override up(): void {
    this.addSql(`
      create table click_count_queue (
        batch_id uuid primary key default gen_random_uuid(),
        deltas json not null
      );
    `);
  }
}
