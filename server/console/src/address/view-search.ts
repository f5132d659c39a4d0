import { useNavigate, useSearch } from '@tanstack/react-router';

/** The query of an address: texts alone, as a person would type them. */
export type ViewSearch = Readonly<Record<string, string>>;

/**
 * What an address keeps from page to page: what is looked at, not how a table of one page is sorted, and nothing that only
 * one page heeds, such as a channel: others would show the figures of all under its name.
 */
const KEPT = ['app', 'team', 'from', 'to', 'country'] as const;

/** Reads a query, of which the first value of a name counts. */
export function parseSearch(text: string): ViewSearch {
  return Object.fromEntries([...new URLSearchParams(text)].reverse());
}

/** Writes a query; what is empty is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => typeof value === 'string' && value !== '');
  const text = new URLSearchParams(given as [string, string][]).toString();
  return text === '' ? '' : `?${text}`;
}

/** The part of a query that leads along to other pages. */
export function keptSearch(search: ViewSearch): ViewSearch {
  return Object.fromEntries(KEPT.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
}

/** The query of the address at hand. */
export function useViewSearch(): ViewSearch {
  return useSearch({ strict: false }) as ViewSearch;
}

/** Changes parts of the query; null or '' takes a part away. It makes a step back only where `isStep` says so. */
export function useSetSearch(): (changes: Record<string, string | null>, isStep?: boolean) => void {
  const navigate = useNavigate();
  return (changes, isStep = false) => {
    const search = (before: ViewSearch) => {
      const next = Object.entries({ ...before, ...changes }).filter(([, value]) => value);
      return Object.fromEntries(next);
    };
    void navigate({ to: '.', search, replace: !isStep, resetScroll: false });
  };
}
