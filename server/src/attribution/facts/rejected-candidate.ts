import { z } from 'zod';

/** A click that was considered and not chosen, as it is stored and as procedures return it. */
export const rejectedCandidate = z.object({
  click_id: z.string(),
  /** The model that considered it. */
  model: z.string(),
  channel: z.string().nullable(),
  campaign_id: z.string().nullable(),
  /** Unix ms; null for an unknown click. */
  clicked_at: z.number().nullable(),
  reason: z.string(),
});

export type RejectedCandidate = Readonly<z.infer<typeof rejectedCandidate>>;
