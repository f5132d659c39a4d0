import { type JobParts, runJobs, startJobs } from '../../platform/jobs/run-jobs.ts';
import type { WorkLoop } from '../../platform/jobs/work-loop.ts';
import { countActivity } from './count-activity.ts';
import { activityJobs } from './work-off-activity.ts';

/** Events that tell ids are attribution's (attribution/work/pass-on-told.ts). */
const COUNTED = activityJobs({ which: 'event_ids is null', waits: false, work: countActivity });

/** Counts waiting activity into the cohorts. Any number may run, in any number of processes. */
export function startActivityWorker(parts: JobParts): WorkLoop {
  return startJobs({ ...parts, jobs: COUNTED });
}

/**
 * Counts some batches of waiting activity.
 *
 * @returns how many.
 */
export function processActivity(parts: JobParts): Promise<number> {
  return runJobs(parts, COUNTED);
}
