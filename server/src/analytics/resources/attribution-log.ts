import { z } from 'zod';
import { period } from '../../rollups/period.ts';
import { endPage, keyTime, type PagedRow, pageEnd, wireTime } from '../page.ts';
import { defineResource } from '../resource.ts';
import { tableOf } from '../table.ts';

const LIMIT = 200;

/**
 * Each app's newest by its index alone, then the newest of all of them, and only those as whole rows. A row comes as
 * the one JSON that it is told as: fifteen columns of two hundred rows, parsed one by one, hold up who sends events.
 */
const READ = `
  select attribution.attribution_id, ${keyTime('installed_at')} as page_at,
    json_build_object(
      'attribution_id', attribution.attribution_id, 'install_id', install_id, 'app_id', app_id,
      'install_kind', install_kind, 'installed_at', ${wireTime('installed_at')}, 'model', model,
      'channel', channel, 'campaign_id', campaign_id, 'click_id', click_id,
      'confidence_score', confidence_score, 'confidence_breakdown', confidence_breakdown,
      'signals_used', signals_used, 'reason', reason, 'rejected_candidates', rejected_candidates,
      'postback_status', postback_status
    ) as item
  from (
    select newest.attribution_id
    from unnest($2::uuid[]) as wanted (app_id)
    cross join lateral (
      select installed_at, attribution_id from attributions
      where customer_id = $1 and attributions.app_id = wanted.app_id
        and installed_at >= $3::date::timestamp at time zone 'UTC'
        and installed_at < ($4::date + 1)::timestamp at time zone 'UTC'
        and (installed_at, attribution_id) < ($5::timestamptz, $6::uuid)
      order by installed_at desc, attribution_id desc
      limit ${LIMIT + 1}
    ) newest
    order by newest.installed_at desc, newest.attribution_id desc
    limit ${LIMIT + 1}
  ) page
  cross join lateral (
    select * from attributions where customer_id = $1 and attribution_id = page.attribution_id limit 1
  ) attribution
  order by installed_at desc, attribution.attribution_id desc`;

const attribution = z.object({
  attribution_id: z.uuid(),
  install_id: z.uuid(),
  app_id: z.uuid(),
  /** A `reinstall` is attributed, and in no total. */
  install_kind: z.enum(['install', 'reinstall']),
  installed_at: z.iso.datetime(),
  model: z.string(),
  channel: z.string(),
  campaign_id: z.uuid().nullable(),
  click_id: z.uuid().nullable(),
  confidence_score: z.int(),
  confidence_breakdown: z.record(z.string(), z.int()),
  signals_used: z.array(z.string()),
  reason: z.string(),
  rejected_candidates: z.array(
    z.object({
      click_id: z.string(),
      model: z.string(),
      channel: z.string().nullable(),
      campaign_id: z.string().nullable(),
      clicked_at: z.number().nullable(),
      reason: z.string(),
    }),
  ),
  /** Null while a delivery is under way, and where there is none. */
  postback_status: z.enum(['sent', 'failed', 'skipped']).nullable(),
});
type AttributionItem = z.output<typeof attribution>;

const COLUMNS = Object.keys(attribution.shape) as (keyof AttributionItem)[];

interface AttributionRow extends PagedRow {
  readonly attribution_id: string;
  readonly item: AttributionItem;
}

/** The decisions of a period with everything that they rest on, the newest first, 200 a page. */
export const attributionLog = defineResource({
  output: z.object({ period, attributions: z.array(attribution), ...pageEnd }),
  paged: true,
  async read(reader, { period: { from, to }, after }) {
    const values = [from, to, after.at, after.id];
    const rows = await reader.read<AttributionRow>('analytics-attribution-log', READ, values);
    const { page, end } = endPage(rows, LIMIT, ({ attribution_id }) => attribution_id);
    return { period: { from, to }, attributions: page.map(({ item }) => item), ...end };
  },
  toTable: ({ attributions }) => tableOf(COLUMNS, attributions),
});
