import type { PagePath } from './page-path.ts';
import type { ViewSearch } from './view-search.ts';

/** A page as the router is told of it, for who leads there without a link. @param search none if left out */
export function placeOf(to: PagePath, search?: ViewSearch) {
  return { to, search };
}
