import type { PoolClient } from 'pg';
import { lockRows } from '../../platform/jobs/claim-rows.ts';
import { QUEUES } from '../../platform/jobs/queues.ts';
import type { Jobs } from '../../platform/jobs/run-jobs.ts';
import type { ActivityBatch } from './activity-source.ts';

/** Batches a transaction: each holds what one commit of ingest or attribution left, up to some hundred days. */
export const ACTIVITY_BATCHES = 20;

/** One kind of batches of activity_queue, and what is done with them. */
interface ActivityWork {
  /** SQL of those that it takes. */
  readonly which: string;
  /** Whether batches that another worker has are waited for; otherwise they are passed over. */
  readonly waits: boolean;
  /** In a transaction that has locked the batches, which it removes. */
  readonly work: (client: PoolClient, batches: readonly ActivityBatch[], now: number) => Promise<void>;
}

interface ClaimedBatch extends ActivityBatch {
  readonly customer_ids: readonly string[];
}

/** Each account and app once: a batch names them for every day, and reading hundreds of ids costs this process more. */
const COLUMNS = `
  batch_id, array(select distinct unnest(customer_ids)) as customer_ids,
  array(select distinct unnest(app_ids)) as app_ids, device_ids is not null as names_devices`;

/** Working off batches of that kind. */
export function activityJobs({ which, waits, work }: ActivityWork): Jobs<ClaimedBatch> {
  const queue = QUEUES.activity_queue;
  const named = waits ? 'activity-in-turn' : 'activity';
  return {
    queue,
    claims: lockRows({ queue, columns: COLUMNS, which, waits, named }),
    batch: ACTIVITY_BATCHES,
    work,
    accountsOf: ({ customer_ids }) => customer_ids,
  };
}
