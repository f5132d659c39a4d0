import { createLog } from '../../platform/log.ts';
import { openChangeFeed } from '../../platform/store/changes/change-feed.ts';
import { withPool } from './with-pool.ts';

/**
 * Waits until every running instance has heard of what the command changed, so that the change is in force when the
 * command ends; for at most 10 s, and then says so.
 */
export async function untilHeard(databaseUrl: string, print: (line: string) => void): Promise<void> {
  const feed = await openChangeFeed(databaseUrl, createLog({ logLevel: 'silent' }));
  try {
    const silent = await withPool(databaseUrl, 1, (pool) => feed.heardEverywhere(pool));
    if (silent.length > 0)
      print(
        `${silent.length} of the running instances did not confirm it within 10 s: they hang, or cannot be reached`,
      );
  } finally {
    await feed.close();
  }
}
