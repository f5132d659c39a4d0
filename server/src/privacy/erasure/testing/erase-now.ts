import { randomUUID } from 'node:crypto';
import type { Services } from '../../../platform/services.ts';
import { deviceIds } from '../erasure.ts';
import { processErasure } from '../process-erasure.ts';

/** Erases a device by one of its ids, to the end, as an instance with these services would. */
export async function eraseNow(
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
