import type { PageEntry } from '../account/page-entry.ts';
import { homePath } from '../address/home-path.ts';
import { CONSOLE_PATH } from '../http/service-path.ts';
import { PAGES } from '../pages.ts';

/** Begins to load what a page needs; whatever fails is loaded once more by its route, which says so. @param address its path */
export function loadAhead(address: string): void {
  const page = pageAt(address);
  const parts = [import('./frame.tsx'), import('./gate-page.tsx'), page?.questions?.(), page?.load()];
  void Promise.allSettled(parts);
}

/** The page at an address without a part that varies. */
function pageAt(address: string): PageEntry | undefined {
  const path = address.slice(CONSOLE_PATH.length).replace(/\/$/, '') || homePath;
  return PAGES.find((page) => `/${page.path}` === path);
}
