import { z } from 'zod';

/** The answer of an erasure. */
export const erasureReceipt = z.object({
  receipt_id: z.uuid(),
  erased: z.record(z.string(), z.number()).describe('Rows by table.'),
  complete: z.boolean().describe('False if the rest is erased after the answer.'),
});
