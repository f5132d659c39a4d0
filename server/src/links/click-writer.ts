import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { ClickRecord } from '../attribution/click-record.ts';
import { insertClicks } from '../attribution/insert-clicks.ts';
import { commitApart } from '../group-commit/commit-apart.ts';
import { GroupCommit } from '../group-commit/group-commit.ts';
import { inTransaction } from '../group-commit/in-transaction.ts';
import { clickDelta } from '../rollups/link-delta.ts';
import { utcDay } from '../rollups/utc-day.ts';
import { queueClickCounts } from './click-count-queue.ts';

/** Stores clicks, those of many visits in one commit. */
export interface ClickWriter {
  /**
   * Takes a click and resolves once it is stored, or given up: after 30 s without a database, or at once when too
   * much is waiting. Never rejects, since no visitor is turned away for the sake of a click.
   */
  record(click: ClickRecord): Promise<void>;
  /** Takes nothing more and resolves when everything taken is stored or given up. */
  close(): Promise<void>;
}

const SETTINGS = {
  fullAt: 500,
  commitsAtOnce: 2,
  lingerMs: 3,
  maxItems: 20_000,
  patienceMs: 5000,
};
const GIVE_UP_MS = 30_000;
const RETRY_MS = 250;

interface WriterParts {
  pool: Pool;
  log: Logger;
  /** Unix ms. */
  clock: () => number;
}

export function createClickWriter({ pool, log, clock }: WriterParts): ClickWriter {
  const commit = (clicks: readonly ClickRecord[]) => inTransaction(pool, (client) => store(client, clicks));
  const refused = (click: ClickRecord, err: Error) => {
    log.error({ err, clickId: click.click_id }, 'the database refuses a click; it is lost');
    return undefined;
  };
  const group = new GroupCommit<ClickRecord, undefined>(
    (clicks) => commitApart(clicks, commit, refused),
    SETTINGS,
    clock,
  );
  let closing = false;

  async function recordPatiently(click: ClickRecord): Promise<void> {
    const giveUpAt = clock() + GIVE_UP_MS;
    for (;;) {
      const failure = await group.submit([click]).then(
        () => null,
        (error: Error) => error,
      );
      if (failure === null) return;
      // Without a cause there was no room for it: waiting would only make more of the same.
      if (failure.cause === undefined || closing || clock() > giveUpAt) {
        log.error({ err: failure, clickId: click.click_id }, 'a click could not be stored; it is lost');
        return;
      }
      await pause(RETRY_MS);
    }
  }

  return {
    record: recordPatiently,
    async close() {
      closing = true;
      await group.close();
    },
  };
}

/** The counts wait with the clicks' own commit, and are added to the counters by count-clicks.ts. */
async function store(client: PoolClient, clicks: readonly ClickRecord[]): Promise<undefined[]> {
  const inserted = await insertClicks(client, clicks);
  await queueClickCounts(
    client,
    inserted.flatMap((click) => clickDelta(click, utcDay(click.clicked_at))),
  );
  return clicks.map(() => undefined);
}
