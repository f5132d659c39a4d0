import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { PageEntry } from '../account/page-entry.ts';
import { homePath } from '../address/home-path.ts';
import { parseSearch, stringifySearch, type ViewSearch } from '../address/view-search.ts';
import { loadCode } from '../http/load-code.ts';
import { CONSOLE_PATH } from '../http/service-path.ts';
import { PAGES } from '../pages.ts';
import { expectsSession } from '../session/expect-session.ts';
import { resumeSession } from '../session/session.ts';
import { DOORS } from './doors.ts';
import { Failed } from './failed.tsx';
import { Root } from './root.tsx';
import { Waiting } from './waiting.tsx';

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({
  component: Root,
  validateSearch: (search) => search as ViewSearch,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: homePath as never, replace: true });
  },
});

/** The pages of whoever is signed out. */
const doors = DOORS.map(({ path, load }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(async () => ({ default: await loadCode(load) })),
  }),
);

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  beforeLoad: async ({ context, location, matches }) => {
    if (expectsSession()) loadAhead(matches.at(-1)?.staticData.page);
    if (await resumeSession()) {
      void prefetchAccount(context.queries);
      return;
    }
    const next = location.pathname + location.searchStr;
    throw redirect({ to: '/sign-in' as never, search: { next } as never, replace: true });
  },
  component: lazyRouteComponent(async () => ({
    default: (await loadCode(() => import('./frame.tsx'))).Frame,
  })),
});

/** Whatever fails is loaded once more by the route that needs it, which says so. */
function loadAhead(page: PageEntry | undefined): void {
  const parts = [import('./frame.tsx'), import('./gate-page.tsx'), page?.load()];
  void Promise.allSettled(parts);
}

/** What the frame asks for first, while its code is still being loaded. */
async function prefetchAccount(queries: QueryClient): Promise<void> {
  const { accountQuery } = await import('../account/load-account.ts').catch(() => ({ accountQuery: null }));
  if (accountQuery) await queries.prefetchQuery(accountQuery);
}

const pages = PAGES.map((page: PageEntry) =>
  createRoute({
    getParentRoute: () => frame,
    path: page.path,
    staticData: { page },
    component: lazyRouteComponent(async () => {
      const [{ gatePage }, component] = await loadCode(() =>
        Promise.all([import('./gate-page.tsx'), page.load()]),
      );
      return { default: gatePage(page, component) };
    }),
  }),
);

const missing = createRoute({
  getParentRoute: () => frame,
  path: '$',
  component: lazyRouteComponent(async () => ({
    default: (await loadCode(() => import('./not-found.tsx'))).NotFound,
  })),
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageEntry;
  }
}

/** The addresses of the console. */
export const router = createRouter({
  // The one that starts the console gives it.
  context: { queries: undefined as never },
  routeTree: root.addChildren([home, ...doors, frame.addChildren([...pages, missing])]),
  basepath: CONSOLE_PATH,
  parseSearch,
  stringifySearch,
  defaultPendingComponent: Waiting,
  defaultErrorComponent: Failed,
  defaultPreload: 'intent',
  scrollRestoration: true,
});
