import { type ContributionTo, counter } from '../counter.ts';
import { ATTRIBUTIONS } from '../facts/attributions.ts';
import { CLICKS, WAITING_CLICKS } from '../facts/clicks.ts';

/** Clicks of links and installs by them. The country is of clicks that of the visitor, of installs that of the device. */
export const LINK_COUNTS = counter({
  name: 'links',
  table: 'link_counts',
  key: { customer_id: 'uuid', link_id: 'uuid', day: 'date', country: 'text' },
  // `clicks` are those that an install may be attributed to.
  sums: { clicks: 'bigint', repeats: 'bigint', bots: 'bigint', installs: 'bigint' },
  facts: [
    {
      of: CLICKS,
      needs: ['link_id'],
      where: `source = 'link'`,
      key: { day: "(clicked_at at time zone 'UTC')::date", country: `coalesce(country, '')` },
      sums: {
        clicks: '(excluded_because is null)::int',
        repeats: `(excluded_because is not distinct from 'repeat')::int`,
        bots: `(excluded_because is not distinct from 'bot')::int`,
      },
    },
    {
      of: ATTRIBUTIONS,
      needs: ['counted_day', 'counted_link_id'],
      key: { link_id: 'counted_link_id', day: 'counted_day', country: `coalesce(country, '')` },
      sums: { installs: '1' },
    },
    {
      of: WAITING_CLICKS,
      needs: [],
      key: { country: `coalesce(country, '')` },
      sums: { clicks: '-clicks', repeats: '-repeats', bots: '-bots', installs: '-installs' },
    },
  ],
  waits: true,
  forgets: { kind: 'clicks', sums: [['clicks'], ['repeats'], ['bots']] },
});

export type LinkContribution = ContributionTo<typeof LINK_COUNTS>;
