import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeviceIds } from './erasure.ts';

/** What is to be erased, and who said so. */
interface ErasureRequest {
  readonly customerId: string;
  readonly requestedBy: string;
  /** Unix ms. */
  readonly requestedAt: number;
  /** Of a device; the whole account without. */
  readonly ids?: DeviceIds;
}

const START = `
  insert into erasures (receipt_id, customer_id, scope, requested_by, requested_at, due_at, ids)
  values (?, ?, ?, ?, ?, ?, ?)`;

/** Writes an erasure down with the caller's transaction: once that is committed, it happens. @returns its receipt. */
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
