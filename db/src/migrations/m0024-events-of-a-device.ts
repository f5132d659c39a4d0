import { Migration } from '@mikro-orm/migrations';

/**
 * Finds the events of a device without making it slower to store them: nothing is written for an event, only once for
 * each 32 pages of them, in the background. A look-up reads the whole of this small index, and few other pages.
 */
export class M0024EventsOfADevice extends Migration {
  override name = 'm0024-events-of-a-device';

  override up(): void {
    this.addSql(`
      create index events_device_key_idx on events
        using brin (device_key uuid_bloom_ops (n_distinct_per_range = 500))
        with (pages_per_range = 32, autosummarize = on)`);
  }
}
