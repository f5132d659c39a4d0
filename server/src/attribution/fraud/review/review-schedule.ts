import { HOUR_MS } from '../../../platform/values/hour-ms.ts';

/** How long after its decision an install is reviewed, in ms: by then its neighbours and later tokens have arrived. */
export const REVIEW_AFTER_MS = [24 * HOUR_MS, 72 * HOUR_MS] as const;
