import type { Pool } from 'pg';
import { z } from 'zod';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import type { Decision } from '../decide/decide.ts';
import type { Candidate } from '../facts/install-facts.ts';
import { rejectedCandidate } from '../facts/rejected-candidate.ts';

/** What was, or would be, decided about an install. */
export const decision = z.object({
  model: z.string(),
  channel: z.string(),
  campaign_id: z.uuid().nullable(),
  link_id: z.uuid().nullable(),
  click_id: z.uuid().nullable(),
  confidence_score: z.int(),
  confidence_breakdown: z.record(z.string(), z.int()),
  signals_used: z.array(z.string()),
  reason: z.string(),
  rejected_candidates: z.array(rejectedCandidate),
});

/** A click that was considered, with how it was found. */
export const considered = z.object({
  click_id: z.uuid(),
  link_id: z.uuid().nullable(),
  campaign_id: z.uuid().nullable(),
  channel: z.string(),
  source: z.string(),
  clicked_at: z.number(),
  found_by: z.array(z.string()),
  device_model: z.string().nullable(),
  os_name: z.string().nullable(),
  os_version: z.string().nullable(),
});

const READ = {
  name: 'read-decision',
  text: `
    select model, channel, campaign_id, link_id, click_id, confidence_score, confidence_breakdown, signals_used,
      reason, rejected_candidates
    from attributions where customer_id = $1 and install_id = $2`,
};

/** The stored decision about an install; null if there is none yet. */
export async function readStoredDecision(
  pool: Pool,
  customerId: string,
  installId: string,
): Promise<z.input<typeof decision> | null> {
  const [row] = await queryForCustomer<z.input<typeof decision>>(pool, customerId, READ, [installId]);
  return row ?? null;
}

/** A decision as procedures return it, whether it is stored or was only tried. */
export function toDecisionItem(decided: Decision): z.input<typeof decision> {
  return {
    model: decided.model,
    channel: decided.channel,
    campaign_id: decided.campaignId,
    link_id: decided.linkId,
    click_id: decided.clickId,
    confidence_score: decided.confidence,
    confidence_breakdown: decided.breakdown,
    signals_used: [...decided.signals],
    reason: decided.reason,
    rejected_candidates: [...decided.rejected],
  };
}

/** A candidate as procedures return it. */
export function toConsidered(candidate: Candidate): z.input<typeof considered> {
  return {
    click_id: candidate.clickId,
    link_id: candidate.linkId,
    campaign_id: candidate.campaignId,
    channel: candidate.channel,
    source: candidate.source,
    clicked_at: candidate.clickedAt,
    found_by: [...candidate.foundBy],
    device_model: candidate.deviceModel,
    os_name: candidate.osName,
    os_version: candidate.osVersion,
  };
}
