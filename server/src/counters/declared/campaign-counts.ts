import { counter } from '../counter.ts';
import { ATTRIBUTIONS } from '../facts/attributions.ts';

/** Installs that campaigns brought. */
export const CAMPAIGN_COUNTS = counter({
  name: 'campaigns',
  table: 'campaign_counts',
  key: { customer_id: 'uuid', app_id: 'uuid', day: 'date', campaign_id: 'uuid' },
  sums: { installs: 'bigint' },
  facts: [
    {
      of: ATTRIBUTIONS,
      needs: ['counted_day', 'counted_campaign_id'],
      key: { day: 'counted_day', campaign_id: 'counted_campaign_id' },
      sums: { installs: '1' },
    },
  ],
});
