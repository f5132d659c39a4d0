import type { OutputOf } from '../client/procedures.ts';

/** Matches of a confidence, and how many of them are right. */
export type Band = NonNullable<OutputOf<'likeness_calibration'>['report']>['bands'][number];
