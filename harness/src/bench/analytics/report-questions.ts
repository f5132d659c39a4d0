import { addDays, utcDay } from '@tributary/server/rollups/utc-day';

/** One report that is asked for again and again. */
export interface ReportQuestion {
  readonly name: string;
  readonly parameters: Record<string, string>;
  /** What the 95th percentile is to stay under, in ms; none for what only says how fast the rest could be. */
  readonly limit?: number;
}

/** Days of the history that is asked about. */
export const DAYS = 400;

export const today = utcDay(Date.now());

const of = (resource: string, days: number, limit: number): ReportQuestion => ({
  name: `${resource} of ${days} days`,
  parameters: { resource, date_from: addDays(today, 1 - days), date_to: today },
  limit,
});

export const QUESTIONS: readonly ReportQuestion[] = [
  of('summary', 30, 30),
  of('summary', DAYS, 150),
  of('installs', 30, 30),
  of('installs', DAYS, 150),
  of('cohorts', 30, 100),
  of('cohorts', DAYS, 150),
  of('attribution_log', 30, 30),
  of('attribution_log', DAYS, 30),
  of('fraud', 30, 30),
  of('revenue', 30, 30),
  of('roas', 30, 30),
  of('payments', 30, 30),
];

/** An answer that takes no session and no database: how long a request waits for its turn. */
export const REFERENCE: ReportQuestion = {
  name: 'health, for comparison',
  parameters: { resource: 'health' },
};
