import { Migration } from '@mikro-orm/migrations';

/**
 * One batch changes most of a page's counters at once, and the rows that it replaces go only after it: a page needs
 * room for each of its rows twice, and some for a batch beside it. Without it the new ones go to other pages, and a
 * report finds its days strewn over the table.
 */
export class M0009RoomForAVersion extends Migration {
  override name = 'm0009-room-for-a-version';

  override up(): void {
    for (const counter of ['install_counts', 'link_counts', 'cohort_counts', 'campaign_counts'])
      this.addSql(`alter table ${counter} set (fillfactor = 40)`);
  }
}
