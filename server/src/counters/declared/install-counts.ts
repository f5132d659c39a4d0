import { counter } from '../counter.ts';
import { ATTRIBUTIONS } from '../facts/attributions.ts';

/** From this score on an attribution counts as of high confidence. */
const HIGH_CONFIDENCE = 80;

export const INSTALL_COUNTS = counter({
  name: 'installs',
  table: 'install_counts',
  key: { customer_id: 'uuid', app_id: 'uuid', day: 'date', model: 'text', channel: 'text' },
  // `unscored` are those of the installs that have no confidence of ours.
  sums: { installs: 'bigint', confidence_sum: 'bigint', high_confidence: 'bigint', unscored: 'bigint' },
  facts: [
    {
      of: ATTRIBUTIONS,
      needs: ['counted_day'],
      key: { day: 'counted_day', model: 'counted_model', channel: 'counted_channel' },
      sums: {
        installs: '1',
        confidence_sum: 'coalesce(counted_confidence, 0)',
        high_confidence: `coalesce(counted_confidence >= ${HIGH_CONFIDENCE}, false)::int`,
        unscored: '(counted_confidence is null)::int',
      },
    },
  ],
});
