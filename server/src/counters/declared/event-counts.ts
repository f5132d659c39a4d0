import { type ContributionTo, counter } from '../counter.ts';
import { EVENTS } from '../facts/events.ts';

/** Events of a kind: an app numbers what its events are called (events/find-kinds.ts). Empty is no revenue, or no known country. */
export const EVENT_COUNTS = counter({
  name: 'events',
  table: 'event_counts',
  key: {
    customer_id: 'uuid',
    app_id: 'uuid',
    day: 'date',
    kind: 'integer',
    currency: 'text',
    country: 'text',
  },
  sums: { events: 'bigint', revenue: 'numeric' },
  facts: [{ of: EVENTS, needs: [], key: {}, sums: { events: 'events', revenue: 'revenue' } }],
  waits: true,
  // Names without a kind do not make up for each other.
  apart: { name: 'text' },
  forgets: { kind: 'events', sums: [['events', 'revenue']] },
});

export type EventContribution = ContributionTo<typeof EVENT_COUNTS>;
