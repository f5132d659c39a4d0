import { z } from 'zod';

/** The answer of an erasure. */
export const erasureReceipt = z.object({
  receipt_id: z.uuid(),
  /** Rows by table. */
  erased: z.record(z.string(), z.number()),
  /** False if the rest is erased after the answer. */
  complete: z.boolean(),
});
