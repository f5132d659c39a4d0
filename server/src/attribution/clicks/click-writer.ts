import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { AccountNodes } from '../../platform/store/account-nodes.ts';
import type { ChangeFeed } from '../../platform/store/changes/change-feed.ts';
import { createUnderWay } from '../../platform/store/changes/under-way.ts';
import { commitBisecting } from '../../platform/store/group-commit/commit-bisecting.ts';
import { GroupCommit } from '../../platform/store/group-commit/group-commit.ts';
import { GroupsByNode } from '../../platform/store/groups-by-node.ts';
import type { ClickRecord } from './click-record.ts';
import { learnTraits } from './learn-traits.ts';
import { storeClicks } from './store-clicks.ts';

/** Stores clicks, committing those of many visits together. */
export interface ClickWriter {
  /**
   * Takes a click and resolves when it is stored, or dropped: after 30 s without a database, or at once if too many are
   * waiting. Never rejects, because no visitor is turned away for the sake of a click.
   */
  record(click: ClickRecord): Promise<void>;
  /** Takes nothing more, and resolves when everything taken is stored or dropped. */
  close(): Promise<void>;
}

const MAX_HELD = 20_000;
const SETTINGS = {
  fullAt: 500,
  commitsAtOnce: 2,
  lingerMs: 3,
  maxItems: MAX_HELD,
  maxWaitMs: 5000,
};
const GIVE_UP_MS = 30_000;
/** Pauses between attempts while the database is unreachable; doubled each time up to the maximum. */
const RETRY_MS = { first: 250, most: 4000 };
const LOG_EVERY_MS = 1000;

interface WriterParts {
  pool: Pool;
  /** The nodes of accounts, if there may be several; each has its own commits. */
  nodes?: Pick<AccountNodes, 'group' | 'isSpread'>;
  /** An erasure waits for clicks that were taken before it, so as to find them. */
  changes?: Pick<ChangeFeed, 'finishesFirst'>;
  log: Logger;
  registry: Registry;
  /** Unix ms. */
  clock: () => number;
}

/** A writer that commits the clicks of all requests in flight together, and counts those that are lost. */
export function createClickWriter({ pool, nodes, changes, log, registry, clock }: WriterParts): ClickWriter {
  const lose = lossReporter(log, registry, clock);
  const commit = async (by: Pool, clicks: readonly ClickRecord[]) => {
    await storeClicks(by, clicks);
    // They are evidence, and nothing that counts: without them the clicks are what they were.
    await learnTraits(by, clicks).catch((err: unknown) =>
      log.warn({ err }, 'traits of clicks were not learnt'),
    );
    return clicks.map(() => undefined);
  };
  const refused = (_click: ClickRecord, error: Error) => lose(error);
  const open = (by: Pool) =>
    new GroupCommit<ClickRecord, undefined>(
      (clicks) => commitBisecting(clicks, (part) => commit(by, part), refused),
      SETTINGS,
      clock,
    );
  const groups = new GroupsByNode({ pool, nodes, accountOf: ({ customer_id }) => customer_id, open });
  const underWay = createUnderWay();
  changes?.finishesFirst(underWay.settled);
  let held = 0;
  let closing = false;

  /** Stores a click whose first attempt failed. */
  async function persist(click: ClickRecord, takenAt: number, firstFailure: Error): Promise<void> {
    let failure: Error | null = firstFailure;
    for (let wait = RETRY_MS.first; failure !== null; wait = Math.min(wait * 2, RETRY_MS.most)) {
      // Without a cause there was no room for it: retrying would only add to the load.
      if (failure.cause === undefined || closing || clock() > takenAt + GIVE_UP_MS) {
        lose(failure);
        return;
      }
      await pause(wait);
      failure = await groups.submit([click]).then(
        () => null,
        (error: Error) => error,
      );
    }
  }

  const release = () => {
    held--;
  };

  return {
    record(click) {
      if (held >= MAX_HELD) {
        lose(new Error('too many clicks are waiting to be stored'));
        return Promise.resolve();
      }
      held++;
      const takenAt = clock();
      return underWay.add(
        groups
          .submit([click])
          .then(release, (failure: Error) => persist(click, takenAt, failure).then(release)),
      );
    },
    async close() {
      closing = true;
      await groups.close();
    },
  };
}

/** Counts lost clicks, and logs at most once a second so as not to flood the log. */
function lossReporter(log: Logger, registry: Registry, clock: () => number): (err: Error) => undefined {
  const lost = new Counter({
    name: 'tributary_clicks_lost_total',
    help: 'Clicks that could not be stored',
    registers: [registry],
  });
  let quietUntil = 0;
  return (err) => {
    lost.inc();
    if (clock() < quietUntil) return;
    quietUntil = clock() + LOG_EVERY_MS;
    log.error({ err }, 'clicks could not be stored and are lost');
  };
}
