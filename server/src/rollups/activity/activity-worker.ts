import { startWorkLoop, type WorkLoop } from '../../work-loop/work-loop.ts';
import { countActivity } from './count-activity.ts';
import {
  ACTIVITY_BATCHES,
  type ActivityParts,
  type ActivityWork,
  workOffActivity,
} from './work-off-activity.ts';

/** Nobody waits for a cohort by the second; resting this long, it finds many batches at once. In ms. */
const REST_MS = 1000;

/** Events that tell ids are attribution's (attribution/work/pass-on-told.ts). */
const COUNTED: ActivityWork = { which: 'event_ids is null', skipsLocked: true, work: countActivity };

/** Counts waiting activity into the cohorts. Any number may run, in any number of processes. */
export function startActivityWorker(parts: ActivityParts): WorkLoop {
  return startWorkLoop({
    work: async () => (await processActivity(parts)) === ACTIVITY_BATCHES,
    restMs: REST_MS,
    onFailure: (err) => parts.log.warn({ err }, 'cohorts cannot be counted; it will be tried again'),
  });
}

/**
 * Counts some batches of waiting activity.
 *
 * @returns how many.
 */
export function processActivity(parts: ActivityParts): Promise<number> {
  return workOffActivity(parts, COUNTED);
}
