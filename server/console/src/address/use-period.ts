import { type Period, periodOf } from './period.ts';
import { useViewSearch } from './view-search.ts';

/** The period that the address at hand names. */
export function usePeriod(): Period {
  return periodOf(useViewSearch(), Date.now());
}
