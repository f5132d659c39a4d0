import type { Period } from '../address/period.ts';
import { useViewSearch } from '../address/view-search.ts';
import { isCountry } from '../values/countries.ts';
import { type Scope, useScope } from './use-scope.ts';

/** What reports that know countries are asked for with. */
export interface ReportScope extends Scope {
  /** Two letters, or `unknown`; null for all. */
  readonly country: string | null;
}

/** The scope and the country that the address names. @param other another period than the address has */
export function useReportScope(other?: Period): ReportScope {
  return { ...useScope(other), country: useCountry() };
}

/** The country that the address names; null for none, and for what is no country. */
export function useCountry(): string | null {
  const { country } = useViewSearch();
  return isCountry(country) ? country : null;
}
