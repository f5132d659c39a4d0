import { useAccount } from '../../account/account.tsx';
import { reportScopeOf } from '../../account/use-report-scope.ts';
import { type Period, previousPeriod } from '../../address/period.ts';
import { usePeriod } from '../../address/use-period.ts';
import { useViewSearch } from '../../address/view-search.ts';
import { useRead } from '../../client/use-read.ts';

/** The reports that the overview is made of, of the period at hand and of the one before. They leave in one request. */
export function useReports() {
  return { now: useReportsOf(usePeriod()), before: useReportsOf(previousPeriod(usePeriod())) };
}

function useReportsOf(period: Period) {
  const scope = reportScopeOf(useAccount(), useViewSearch(), period);
  return {
    summary: useRead('analytics.summary', scope),
    installs: useRead('analytics.installs', scope),
    roas: useRead('analytics.roas', scope),
  };
}
