import { addDays, utcDay } from '@tributary/server/counters/utc-day';

/** A report that is requested many times. */
export interface ReportRequest {
  readonly name: string;
  readonly parameters: Record<string, string>;
  /** Target for the 95th percentile, in ms; none for a reference. */
  readonly limit?: number;
}

/** Length of the history in days. */
export const DAYS = 400;

export const today = utcDay(Date.now());

const report = (resource: string, days: number, limit: number): ReportRequest => ({
  name: `${resource} of ${days} days`,
  parameters: { resource, date_from: addDays(today, 1 - days), date_to: today },
  limit,
});

export const REPORT_REQUESTS: readonly ReportRequest[] = [
  report('summary', 30, 30),
  report('summary', DAYS, 150),
  report('installs', 30, 30),
  report('installs', DAYS, 150),
  report('cohorts', 30, 100),
  report('cohorts', DAYS, 150),
  report('events', 30, 100),
  report('events', DAYS, 500),
  report('attribution_log', 30, 30),
  report('attribution_log', DAYS, 30),
  report('fraud', 30, 30),
  report('revenue', 30, 30),
  report('roas', 30, 30),
  report('payments', 30, 30),
];

/** A request that needs neither session nor database: it shows how long any request waits for the event loop. */
export const REFERENCE: ReportRequest = {
  name: 'health, for reference',
  parameters: { resource: 'health' },
};
