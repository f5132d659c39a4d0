import { type ContributionTo, counter } from '../counter.ts';
import { EVENT_DEVICES } from '../facts/events.ts';

/** Devices that sent a kind of event on a day, by their last such day before it: `-infinity` for none. */
export const EVENT_DEVICE_COUNTS = counter({
  name: 'event_devices',
  table: 'event_device_counts',
  key: { customer_id: 'uuid', app_id: 'uuid', day: 'date', kind: 'integer', previous_day: 'date' },
  sums: { devices: 'bigint' },
  facts: [{ of: EVENT_DEVICES, needs: [], key: {}, sums: { devices: '1' } }],
  waits: true,
});

export type EventDeviceContribution = ContributionTo<typeof EVENT_DEVICE_COUNTS>;
