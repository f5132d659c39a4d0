import { z } from 'zod';
import { rejectedCandidate } from '../../attribution/facts/rejected-candidate.ts';
import { deliveriesStatus } from '../../postbacks/read/deliveries-status.ts';
import { unixMs } from '../page.ts';

/** A decision as the attribution log shows it. Times are Unix ms. */
export const attributionItem = z.object({
  attribution_id: z.uuid(),
  install_id: z.uuid(),
  app_id: z.uuid(),
  install_kind: z.enum(['install', 'reinstall']).describe('A `reinstall` is attributed, and in no total.'),
  installed_at: z.int(),
  model: z.string(),
  channel: z.string(),
  campaign_id: z.uuid().nullable(),
  click_id: z.uuid().nullable(),
  confidence_score: z.int(),
  confidence_breakdown: z.record(z.string(), z.int()),
  signals_used: z.array(z.string()),
  reason: z.string(),
  rejected_candidates: z.array(rejectedCandidate),
  postback_status: z
    .enum(['sent', 'failed', 'skipped'])
    .nullable()
    .describe(
      'Of the deliveries to ad networks: `failed` if one has; null while one is under way, and where there is none.',
    ),
  country: z.string().nullable(),
});
export type AttributionItem = z.output<typeof attributionItem>;

/** The SQL of an item's members. `$1` is the account. @param row the alias of a row of `attributions`. */
export const attributionColumns = (row: string) => `
    ${row}.attribution_id, ${row}.install_id, ${row}.app_id, ${row}.install_kind,
    ${unixMs(`${row}.installed_at`)} as installed_at, ${row}.model, ${row}.channel, ${row}.campaign_id, ${row}.click_id,
    ${row}.confidence_score, ${row}.confidence_breakdown, ${row}.signals_used, ${row}.reason, ${row}.rejected_candidates,
    coalesce(${row}.postback_status, ${deliveriesStatus(row, '$1')}) as postback_status,
    (select country from installs
     where installs.customer_id = $1 and installs.install_id = ${row}.install_id) as country`;
