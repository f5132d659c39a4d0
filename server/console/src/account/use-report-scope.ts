import type { Period } from '../address/period.ts';
import { usePeriod } from '../address/use-period.ts';
import { useViewSearch, type ViewSearch } from '../address/view-search.ts';
import { isCountry } from '../values/countries.ts';
import { type AccountView, useAccount } from './account.tsx';
import { type Scope, scopeOf } from './use-scope.ts';

/** What reports that know countries are asked for with. */
export interface ReportScope extends Scope {
  /** Two letters, or `unknown`; null for all. */
  readonly country: string | null;
}

/** The scope and the country that the address names. */
export function useReportScope(): ReportScope {
  return reportScopeOf(useAccount(), useViewSearch(), usePeriod());
}

/** The scope of a view of an account, and the country that its address names. */
export function reportScopeOf(view: AccountView, search: ViewSearch, period: Period): ReportScope {
  return { ...scopeOf(view, period), country: countryOf(search) };
}

/** The country that the address names; null for none, and for what is no country. */
export function useCountry(): string | null {
  return countryOf(useViewSearch());
}

const countryOf = ({ country }: ViewSearch) => (isCountry(country) ? country : null);
