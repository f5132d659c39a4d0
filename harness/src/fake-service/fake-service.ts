import type { RemoteConfig } from '@tributary/sdk/wire/resolved-key';
import { applyOverrides } from '@tributary/server/apps/sdk-config/read-remote-config';
import { AppError } from '@tributary/server/platform/errors/errors';
import { toAppError } from '@tributary/server/platform/errors/to-app-error';
import { ANY_ORIGIN } from '@tributary/server/platform/http/answers/allow-any-origin';
import { renderError } from '@tributary/server/platform/http/answers/render-error';
import { Hono } from 'hono';
import { appOfKey, attributionOf, clickOf, findInstall } from './answer-attribution.ts';
import { answerIngest } from './answer-ingest.ts';
import { answerVisit, deferredLinkOf } from './answer-link.ts';
import { createFakeApp, type FakeApp } from './fake-app.ts';
import type { AcceptedEvent, FakeAttribution, FakeLink, FakeState } from './fake-state.ts';

export interface FakeServiceOptions {
  /** Unix ms; by default the machine's clock. */
  readonly clock?: () => number;
  /** Refuses single events with a code, or leaves their results out; by default none. */
  readonly judge?: FakeState['judge'];
}

/** The part of the service that an SDK sees, in memory, with the real service's checks of what is sent. */
export interface FakeService {
  /** Answers a request as the service would. */
  fetch(request: Request): Promise<Response>;
  createApp(): FakeApp;
  /** Adds a short link at `/l/{slug}`. */
  addLink(link: Partial<FakeLink> & Pick<FakeLink, 'slug' | 'fallbackUrl'>): void;
  /** Decides the attribution of an install, whatever click it names. */
  decideAttribution(installEventId: string, attribution: FakeAttribution): void;
  /** Overrides settings of the SDK, as an account does. */
  overrideConfig(overrides: Partial<RemoteConfig>): void;
  /** The events that were accepted, in order, each once. */
  events(appId?: string): AcceptedEvent[];
  /** Forgets all events, links and clicks, and all overrides. */
  reset(): void;
}

/** Starts a service without a database or a port; it holds everything in memory. */
export function createFakeService({
  clock = Date.now,
  judge = () => undefined,
}: FakeServiceOptions = {}): FakeService {
  const state: FakeState = {
    clock,
    judge,
    apps: new Map(),
    events: new Map(),
    links: new Map(),
    clicks: new Map(),
    attributions: new Map(),
    taken: new Set<string>(),
    overrides: {},
  };
  const routes = createRoutes(state);
  return {
    fetch: async (request) => routes.fetch(request),
    createApp() {
      const app = createFakeApp();
      state.apps.set(app.apiKey, app);
      return app;
    },
    addLink(link) {
      const unset = { androidUrl: null, ussdFallback: null, deepLinkPath: null, campaignId: null };
      state.links.set(link.slug, { channel: 'unknown', params: {}, ...unset, ...link });
    },
    decideAttribution: (id, attribution) => void state.attributions.set(id, attribution),
    overrideConfig(overrides) {
      state.overrides = overrides;
    },
    events: (appId) =>
      [...state.events.values()].filter((event) => appId === undefined || event.appId === appId),
    reset() {
      for (const held of [state.events, state.links, state.clicks, state.attributions, state.taken])
        held.clear();
      state.overrides = {};
    },
  };
}

function createRoutes(state: FakeState): Hono {
  const routes = new Hono();
  routes.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(ANY_ORIGIN)) c.header(name, value);
  });
  routes.options('*', (c) =>
    c.body(null, 204, {
      'access-control-allow-headers': 'content-type, content-encoding, x-service-api-key',
    }),
  );
  routes.get('/l/:slug', (c) => answerVisit(state, c.req.param('slug'), c.req.raw));
  for (const base of ['/v1', '/functions/v1']) {
    routes.post(`${base}/ingest`, async (c) => c.json(await answerIngest(state, c.req.raw)));
    routes.get(`${base}/resolve-key`, (c) => {
      const app = appOfKey(state, c.req.header('x-service-api-key') ?? null);
      const { accountId: customer_id, appId: app_id, sdkSecret: sdk_secret } = app;
      return c.json({ customer_id, app_id, sdk_secret, ...applyOverrides(state.overrides) });
    });
    routes.get(`${base}/deep-link`, (c) => answerDeepLink(state, c.req.raw));
    routes.get(`${base}/attribution`, (c) => {
      const install = findInstall(
        state,
        new URL(c.req.url).searchParams,
        c.req.header('x-service-api-key') ?? null,
      );
      if (!install) throw new AppError('NOT_FOUND', 'no such install event');
      return c.json({ status: 'attributed', ...attributionOf(state, install) });
    });
  }
  routes.onError((thrown, c) => {
    const codes = c.req.path.endsWith('/ingest');
    return renderError(c as unknown as Parameters<typeof renderError>[0], toAppError(thrown), { codes });
  });
  return routes;
}

function answerDeepLink(state: FakeState, request: Request): Response {
  const query = new URL(request.url).searchParams;
  const slug = query.get('slug');
  if (slug) return answerVisit(state, slug, request);
  const clickId = query.get('click_id');
  if (clickId) {
    const link = deferredLinkOf(state, clickId.toLowerCase());
    if (!link) throw new AppError('NOT_FOUND', 'no such click');
    return Response.json(link);
  }
  const install = findInstall(state, query, request.headers.get('x-service-api-key'));
  if (!install) return Response.json({ status: 'pending' }, { status: 202 });
  const link = deferredLinkOf(state, clickOf(state, install) ?? '');
  const key = install.appId + install.event.event_id;
  if (!link || state.taken.has(key)) return new Response(null, { status: 204 });
  state.taken.add(key);
  return Response.json(link);
}
