import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeviceIds } from './erasure.ts';

/** What to erase, and who requested it. */
interface ErasureRequest {
  readonly customerId: string;
  readonly requestedBy: string;
  /** Unix ms. */
  readonly requestedAt: number;
  /** The ids of a device; without them the whole account is erased. */
  readonly ids?: DeviceIds;
}

const START = `
  insert into erasures (receipt_id, customer_id, scope, requested_by, requested_at, due_at, ids)
  values (?, ?, ?, ?, ?, ?, ?)`;

/** Records an erasure in the caller's transaction: once that is committed, it happens. @returns the id of its receipt. */
export async function startErasure(
  em: EntityManager,
  { customerId, requestedBy, requestedAt, ids }: ErasureRequest,
): Promise<string> {
  const receiptId = randomUUID();
  const at = new Date(requestedAt).toISOString();
  const scope = ids ? 'device' : 'account';
  const given = ids ? JSON.stringify(ids) : null;
  await em.execute(START, [receiptId, customerId, scope, requestedBy, at, at, given]);
  return receiptId;
}
