import { once } from 'node:events';
import { openBrowser } from '@tributary/sdk/testing/chromium/open-browser';
import type { MatrixWorld } from '@tributary/server/testing/matrix/matrix-row';
import { createMatrixWorld } from '@tributary/server/testing/matrix/matrix-world';
import { serveOverHttp } from '@tributary/server/testing/serve-over-http';
import { startTestService, type TestService } from '@tributary/server/testing/test-service';
import { freshAddress } from '@tributary/server/testing/test-tenant';
import type { BrowserContext } from 'playwright-core';

/** A service with an account in it that has something of everything, and visitors of its console. */
export interface ConsoleStand {
  readonly origin: string;
  readonly service: TestService;
  readonly world: MatrixWorld;
  /** A visitor, signed in by their token or signed out. */
  visit(token?: string): Promise<BrowserContext>;
  /** A visitor comes from an address of their own, and has this session or none yet. */
  arrive(visitor: BrowserContext, token?: string): Promise<void>;
  /** Nobody answers at its address any more, and requests under way are cut off. */
  leave(): Promise<void>;
  /** It answers again at the same address. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** The caller closes it. */
export async function startConsoleStand(): Promise<ConsoleStand> {
  const service = await serveOverHttp(await startTestService({ env: { SIGN_UP: 'open' } }));
  const [world, browser] = await Promise.all([createMatrixWorld(service), openBrowser()]);
  const { origin, server } = service;
  const visitors: BrowserContext[] = [];
  const arrive = async (visitor: BrowserContext, token?: string) => {
    await visitor.setExtraHTTPHeaders({ 'x-forwarded-for': freshAddress() });
    if (token) await takeSession(visitor, origin, token);
  };
  return {
    origin,
    service,
    world,
    async visit(token) {
      const context = await browser.newContext({
        locale: 'en-GB',
        viewport: { width: 1440, height: 900 },
      });
      visitors.push(context);
      await arrive(context, token);
      return context;
    },
    arrive,
    async leave() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
    async comeBack() {
      server.listen(Number(new URL(origin).port), '127.0.0.1');
      await once(server, 'listening');
    },
    async close() {
      await Promise.all(visitors.map((visitor) => visitor.close()));
      await service.close();
    },
  };
}

/** As the page of sign-in does with a token that it was given. */
async function takeSession(context: BrowserContext, origin: string, token: string): Promise<void> {
  const response = await context.request.post(`${origin}/console/session`, {
    headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
  });
  if (!response.ok()) throw new Error(`no session: ${response.status()} ${await response.text()}`);
}
