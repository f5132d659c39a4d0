import { randomUUID } from 'node:crypto';
import { createFairQueue } from '../../../platform/limits/fair-queue.ts';
import type { Services } from '../../../platform/services.ts';
import { deviceIds } from '../erasure.ts';
import { processErasure } from '../process-erasure.ts';

/** Fewer than a pool has connections, which others need as well: thirty at once would wait too long for theirs. */
const few = createFairQueue({ atOnce: 4, waiting: 1000, waitingPerHolder: 1000 });

/** Erases a device by one of its ids, to the end, as an instance with these services would. */
export async function eraseNow(
  services: Pick<Services, 'backgroundPool' | 'changes'>,
  device: { customerId: string; kind: string; value: string },
): Promise<Record<string, number>> {
  const release = await few.enter(device.customerId);
  try {
    return await erase(services, device);
  } finally {
    release?.();
  }
}

async function erase(
  { backgroundPool: pool, changes }: Pick<Services, 'backgroundPool' | 'changes'>,
  { customerId, kind, value }: { customerId: string; kind: string; value: string },
): Promise<Record<string, number>> {
  const receiptId = randomUUID();
  const ids = deviceIds({ [kind]: [value] });
  await pool.query(
    `insert into erasures (receipt_id, customer_id, scope, requested_by, requested_at, due_at, ids)
     values ($1, $2, 'device', $1, now(), now(), $3)`,
    [receiptId, customerId, JSON.stringify(ids)],
  );
  for (;;) {
    const state = await processErasure({ pool, changes }, Date.now() + 60_000, receiptId);
    if (!state || state.dueAt === null) return { ...state?.erased };
  }
}
