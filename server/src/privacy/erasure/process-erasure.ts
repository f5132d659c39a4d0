import type { ClientBase, Pool, PoolClient } from 'pg';
import { lockRows } from '../../platform/jobs/claim-rows.ts';
import { deferRow, putOffRows } from '../../platform/jobs/defer-rows.ts';
import { QUEUES } from '../../platform/jobs/queues.ts';
import { isAway } from '../../platform/jobs/run-jobs.ts';
import type { ChangeFeed } from '../../platform/store/changes/change-feed.ts';
import { looksAgain } from '../../platform/store/erasure-under-way.ts';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { retryConflicts } from '../../platform/store/group-commit/retry-conflicts.ts';
import { NODE_BACK_MS } from '../../platform/store/split-away.ts';
import { eraseAccount } from './account/erase-account.ts';
import { eraseDevice } from './device/erase-device.ts';
import { addRows, type ErasedRows, type Erasure, type ErasureScope, type Portion } from './erasure.ts';
import { eraseInstallation } from './installation/erase-installation.ts';

export interface ErasureParts {
  readonly pool: Pool;
  readonly changes: Pick<ChangeFeed, 'doneEverywhere'>;
}

/** Where an erasure stands. */
export interface ErasureState extends Pick<Erasure, 'receipt_id' | 'erased'> {
  /** When it continues, in Unix ms; null once it is finished. */
  readonly dueAt: number | null;
  /** Whether everything was erased, once at least: it is finished, or waits only to look again. */
  readonly isErased: boolean;
  /** Users of a device who stay, since another device is theirs too. */
  readonly usersOfOthers: number;
}

const COLUMNS =
  'receipt_id, customer_id, app_id, scope, requested_at, due_at, finished_at, ids, position, erased';

/** Accounts take turns: one with much to erase delays no other. */
const DUE = lockRows<ErasureRow>({
  queue: QUEUES.erasures,
  columns: COLUMNS,
  turns: 'accounts',
  named: 'erasures',
});

const CLAIM = `select ${COLUMNS} from erasures where receipt_id = $1 for update`;

const KEEP = `
  update erasures set position = $2, erased = $3, ids = case when $4::timestamptz is null then null else $5::jsonb end,
    due_at = $4, finished_at = $6::timestamptz, attempts = 0, last_error = null
  where receipt_id = $1`;

const REMOVE = 'delete from erasures where receipt_id = $1';

const ERASES: Readonly<Record<ErasureScope, (client: ClientBase, erasure: Erasure) => Promise<Portion>>> = {
  account: eraseAccount,
  device: eraseDevice,
  installation: eraseInstallation,
};

interface ErasureRow extends Erasure {
  readonly due_at: Date | null;
  readonly finished_at: Date | null;
}

/** Continues an erasure that is due and that no one else is working on. Undefined where there is none. */
export function processDueErasure(parts: ErasureParts, now: number): Promise<ErasureState | undefined> {
  return inPortion(parts, now, (client) => DUE.due(client, now, 1));
}

/** Continues one erasure if it is due, once no one else is working on it. */
export function processErasure(
  parts: ErasureParts,
  now: number,
  receiptId: string,
): Promise<ErasureState | undefined> {
  return inPortion(parts, now, async (client) => (await client.query<ErasureRow>(CLAIM, [receiptId])).rows);
}

/**
 * What was erased and where to continue are committed together, so that a killed process resumes exactly there. One
 * that fails waits, longer each time, so that it does not block others; after eight attempts it is parked.
 */
async function inPortion(
  { pool, changes }: ErasureParts,
  now: number,
  claim: (client: PoolClient) => Promise<readonly ErasureRow[]>,
): Promise<ErasureState | undefined> {
  let claimed: ErasureRow | undefined;
  const heard = () => changes.doneEverywhere(pool);
  const work = async (client: PoolClient) => {
    [claimed] = await claim(client);
    return claimed && workOn(client, claimed, now, heard);
  };
  try {
    return await retryConflicts(() => inTransaction(pool, work));
  } catch (error) {
    // A node of Citus may be away alone.
    if (claimed && (await isAway(pool, error)))
      await putOffRows(pool, QUEUES.erasures, [claimed], now, NODE_BACK_MS).catch(() => {});
    else if (claimed) await deferRow(pool, QUEUES.erasures, claimed, { error, now });
    throw error;
  }
}

async function workOn(
  client: ClientBase,
  row: ErasureRow,
  now: number,
  heard: () => Promise<unknown>,
): Promise<ErasureState> {
  const due = row.due_at?.getTime() ?? null;
  if (due === null || due > now)
    return stateOf(row.receipt_id, row.erased, row.position, row.finished_at ? null : due);
  const portion = await ERASES[row.scope](client, row);
  const erased = addRows(row.erased, portion.erased);
  const { dueAt, position, isFinished = dueAt === null, ids = row.ids, mustBeHeard = false } = portion;
  // Still claimed: the workers of other processes would go on at once. One that is killed here leaves it to be done again.
  if (mustBeHeard) await heard();
  if (portion.isForgotten) {
    await client.query(REMOVE, [row.receipt_id]);
    return stateOf(row.receipt_id, erased, position, null);
  }
  await client.query(KEEP, [
    row.receipt_id,
    JSON.stringify(position),
    JSON.stringify(erased),
    dueAt === null ? null : new Date(dueAt).toISOString(),
    ids === null ? null : JSON.stringify(ids),
    isFinished ? new Date(now).toISOString() : null,
  ]);
  return stateOf(row.receipt_id, erased, position, isFinished ? null : dueAt);
}

function stateOf(
  receipt_id: string,
  erased: ErasedRows,
  position: unknown,
  dueAt: number | null,
): ErasureState {
  const { users_of_others: usersOfOthers = 0 } = position as { readonly users_of_others?: number };
  return { receipt_id, erased, dueAt, isErased: dueAt === null || looksAgain(position), usersOfOthers };
}
