import { z } from 'zod';

/** What an erasure answers. */
export const erasureReceipt = z.object({
  receipt_id: z.uuid(),
  /** Rows by table. */
  erased: z.record(z.string(), z.number()),
  /** False where the rest goes on without the caller. */
  complete: z.boolean(),
});
