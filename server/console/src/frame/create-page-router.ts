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
import { placeOf } from '../address/place-of.ts';
import { parseSearch, stringifySearch, type ViewSearch } from '../address/view-search.ts';
import { loadCode } from '../http/load-code.ts';
import { CONSOLE_PATH } from '../http/service-path.ts';
import { PAGES } from '../pages.ts';
import { resumeSession } from '../session/session.ts';
import type { askAhead } from './ask-ahead.ts';
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
    throw redirect({ ...placeOf(homePath), replace: true });
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
  beforeLoad: async ({ context, location, matches, search, preload }) => {
    if (await resumeSession()) {
      if (!preload) void loadQuestions(context.queries, matches.at(-1)?.staticData.page, search);
      return;
    }
    const next = location.pathname + location.searchStr;
    throw redirect({ ...placeOf('/sign-in', { next }), replace: true });
  },
  component: lazyRouteComponent(async () => ({
    default: (await loadCode(() => import('./frame.tsx'))).Frame,
  })),
});

/** Whatever fails is asked once more by the part of the page that needs it, which says so. */
async function loadQuestions(...asked: Parameters<typeof askAhead>): Promise<void> {
  await import('./ask-ahead.ts').then((loaded) => loaded.askAhead(...asked)).catch(() => {});
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

/** The addresses of the console. @param queries the answers that its pages share */
export function createPageRouter(queries: QueryClient) {
  return createRouter({
    context: { queries },
    routeTree: root.addChildren([home, ...doors, frame.addChildren([...pages, missing])]),
    basepath: CONSOLE_PATH,
    parseSearch,
    stringifySearch,
    defaultPendingComponent: Waiting,
    defaultErrorComponent: Failed,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}
