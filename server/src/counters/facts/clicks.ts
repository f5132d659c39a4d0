import { type FactRow, factTable } from '../fact-table.ts';

/** Clicks, those that count and others. */
export const CLICKS = factTable('clicks', {
  customer_id: 'uuid',
  link_id: 'uuid?',
  source: 'text',
  clicked_at: 'timestamptz',
  country: 'text?',
  excluded_because: 'text?',
});

export type CountedClick = FactRow<typeof CLICKS>;

const WAITING = `
  select link_id, day, country, clicks, repeats, bots, installs
  from click_count_queue, json_to_recordset(deltas) as waiting (customer_id uuid, link_id uuid, day date,
    country text, clicks bigint, repeats bigint, bots bigint, installs bigint)
  where customer_id = $1`;

/** What clicks are still to add to the counters of their links. */
export const WAITING_CLICKS = factTable(
  'click_count_queue',
  {
    link_id: 'uuid',
    day: 'date',
    country: 'text?',
    clicks: 'bigint',
    repeats: 'bigint',
    bots: 'bigint',
    installs: 'bigint',
  },
  { stored: () => WAITING },
);
