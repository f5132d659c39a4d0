import { DatabaseError, type Pool } from 'pg';
import type { Keyring } from '../../platform/auth/secrets/keyring.ts';
import { isDatabaseAway } from '../../platform/errors/is-database-away.ts';
import type { AccountNodes } from '../../platform/store/account-nodes.ts';
import { bisectFailures } from '../../platform/store/group-commit/bisect-failures.ts';
import { GroupCommit, type GroupCommitSettings } from '../../platform/store/group-commit/group-commit.ts';
import { BEGIN_BY_INDEX, inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { retryConflicts } from '../../platform/store/group-commit/retry-conflicts.ts';
import { GroupsByNode } from '../../platform/store/groups-by-node.ts';
import { type RecordableDelivery, recordDeliveries, recordOnly } from '../record/record-deliveries.ts';
import { RecordedMeanwhile } from '../record/record-round.ts';
import type { Recording, RecordOutcome } from '../record/recording.ts';

export interface RecorderParts {
  readonly pool: Pool;
  /** The nodes of accounts, if there may be several; deliveries of each have their own commits. */
  readonly nodes?: Pick<AccountNodes, 'group' | 'isSpread'>;
  readonly keyring: Keyring;
  /** Days that raw payloads are kept; 0 keeps none. */
  readonly payloadDays: number;
  /** Ms. */
  readonly clock?: () => number;
  readonly settings?: Partial<GroupCommitSettings>;
}

/** Records deliveries, those of many requests in one transaction. */
export interface DeliveryRecorder {
  /**
   * Records a delivery and everything that follows from it: once it is answered it is stored, and after a failure nothing of
   * it is.
   *
   * @throws AppError OVERLOADED if too much is waiting or the database is unreachable. It may have been recorded even then;
   * delivered again it is a duplicate.
   */
  record(delivery: RecordableDelivery): Promise<RecordOutcome>;
  /** Records a delivery in a transaction that is rolled back, to see what would become of it. */
  dryRun(delivery: RecordableDelivery): Promise<Recording>;
  /** Records what is held and takes nothing more. */
  close(): Promise<void>;
}

const SETTINGS: GroupCommitSettings = {
  fullAt: 100,
  commitsAtOnce: 2,
  lingerMs: 3,
  maxItems: 2000,
  maxWaitMs: 5000,
};

/** Deliveries that share a commit wait for a lock for a second at most; on Citus, on each node. */
const BRIEFLY = `
  ${BEGIN_BY_INDEX}; set local citus.propagate_set_commands = 'local'; set local lock_timeout = 1000`;
const LOCKED = '55P03';

type Result = RecordOutcome | 'deferred' | { readonly failure: unknown };

/**
 * A recorder that commits the deliveries of all requests in flight together. Those that have to wait, for an app or a payment
 * that is being erased or for many deliveries about the same payment, are deferred to commits of their own, so that no other
 * waits with them.
 */
export function createDeliveryRecorder(parts: RecorderParts): DeliveryRecorder {
  const { pool, nodes, clock = () => performance.now() } = parts;
  const open = (defers: boolean, commitsAtOnce: number) => {
    const commit = (deliveries: RecordableDelivery[]) => commitAll(parts, deliveries, defers);
    const settings = { ...SETTINGS, commitsAtOnce, ...parts.settings };
    return new GroupsByNode<RecordableDelivery, Result>({
      pool,
      nodes,
      accountOf: ({ fact }) => fact.customerId,
      // All go through the coordinator, which has the apps and the logs; a node that is away fails its own alone.
      open: () => new GroupCommit(commit, settings, clock),
    });
  };
  const swift = open(true, SETTINGS.commitsAtOnce);
  const patient = open(false, 1);

  return {
    async record(delivery) {
      let [result] = await swift.submit([delivery]);
      if (result === 'deferred') [result] = await patient.submit([delivery]);
      if (result === undefined || result === 'deferred') throw new Error('a delivery has no outcome');
      if ('failure' in result) throw result.failure;
      return result;
    },
    dryRun: (delivery) => rollBack(pool, delivery),
    async close() {
      await swift.close();
      await patient.close();
    },
  };
}

/** One that fails by itself is found by bisecting: no delivery fails because of another. */
function commitAll(
  { pool, keyring, payloadDays }: RecorderParts,
  deliveries: readonly RecordableDelivery[],
  defers: boolean,
): Promise<Result[]> {
  const settings = { keyring, payloadDays, defers };
  return bisectFailures<RecordableDelivery, Result>(deliveries, {
    run: (portion) =>
      retryConflicts(
        () =>
          inTransaction(
            pool,
            (client) => recordDeliveries(client, settings, portion),
            defers ? BRIEFLY : BEGIN_BY_INDEX,
          ),
        { alsoConflict: wasRecordedMeanwhile },
      ),
    blamesItem: (error) => isLocked(error) || !isDatabaseAway(error),
    giveUp: (_, failure) => (defers && isLocked(failure) ? 'deferred' : { failure }),
  });
}

const isLocked = (error: unknown) => error instanceof DatabaseError && error.code === LOCKED;
const wasRecordedMeanwhile = (error: unknown) => error instanceof RecordedMeanwhile;

async function rollBack(pool: Pool, delivery: RecordableDelivery): Promise<Recording> {
  const rollback = new Error('a dry run');
  let recorded: Recording | undefined;
  const run = () =>
    inTransaction(
      pool,
      async (client) => {
        recorded = await recordOnly(client, delivery);
        throw rollback;
      },
      BEGIN_BY_INDEX,
    );
  await retryConflicts(run, { alsoConflict: wasRecordedMeanwhile }).catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  if (recorded === undefined) throw new Error('a dry run has no outcome');
  return recorded;
}
