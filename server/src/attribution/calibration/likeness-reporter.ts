import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isAway } from '../../platform/jobs/run-jobs.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/jobs/work-loop.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { findMisfits } from './likeness-report.ts';
import { CALIBRATED_COLUMNS, type CalibratedRow, storeReport } from './store-report.ts';

interface ReporterParts {
  readonly pool: Pool;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
}

/** Nothing waits for a report. */
const REST_MS = 600_000;

/** Each app is taken once a day, by whichever instance comes first. If that one dies, the next report is a day later. */
const CLAIM = {
  name: 'claim-likeness-report',
  text: `
    update apps set likeness_reported_at = $1
    where id in (
      select id from apps
      where deleted_at is null and (likeness_reported_at is null or likeness_reported_at <= $2)
      order by likeness_reported_at nulls first
      limit 1
      for update skip locked)
    returning ${CALIBRATED_COLUMNS}`,
};

/** Reports on one app that is due. @returns whether there was one. */
export async function reportNext({ pool, log, clock }: ReporterParts): Promise<boolean> {
  const now = clock();
  const values = [new Date(now).toISOString(), new Date(now - DAY_MS).toISOString()];
  const { rows } = await pool.query<CalibratedRow>({ ...CLAIM, values });
  const [app] = rows;
  if (!app) return false;
  try {
    const report = await storeReport(pool, app, now);
    const misfits = findMisfits(report, report.table);
    if (misfits.length > 0)
      log.warn({ app_id: app.id, misfits }, 'likeness is not as right as its table says');
  } catch (err) {
    if (await isAway(pool, err)) throw err;
    // The app waits for its next day, as claimed, and the others do not wait for it.
    log.warn({ err, app_id: app.id }, 'likeness cannot be reported on in this app');
  }
  return true;
}

/** Reports daily how likeness does in each app. Any number may run, in any number of processes. */
export function startLikenessReporter(parts: ReporterParts): WorkLoop {
  return startWorkLoop({
    work: () => reportNext(parts),
    restMs: REST_MS,
    onFailure: (err) => parts.log.warn({ err }, 'likeness cannot be reported on; it will be tried again'),
  });
}
