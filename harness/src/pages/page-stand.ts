import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashKey } from '@tributary/server/apps/keys/issue-key';
import { Client } from 'pg';
import { type SeededApp, seedApps } from '../backend/seed-apps.ts';
import { SEED_SECRETS, spawnSeedableBackend } from '../backend/seedable-backend.ts';
import type { SpawnedBackend } from '../backend/spawned-backend.ts';

/** A service with an app, and a site of another origin whose pages use the SDK. */
export interface PageStand {
  readonly backend: SpawnedBackend;
  readonly databaseUrl: string;
  readonly app: SeededApp;
  /** URL of the site, without a trailing slash. */
  readonly site: string;
  close(): Promise<void>;
}

/** The caller closes it. */
export async function startPageStand(databaseUrl: string): Promise<PageStand> {
  const backend = await spawnSeedableBackend(databaseUrl, { WORKERS: '0', LOG_LEVEL: 'error' });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const [app] = await seedApps(client, SEED_SECRETS, { accounts: 1, appsPerAccount: 1 });
  if (!app) throw new Error('there is no app');
  const apiKey = `svc_${randomBytes(32).toString('hex')}`;
  await client.query(
    `insert into api_keys (id, customer_id, app_id, label, key_hash, created_at) values ($1, $2, $3, 'Pages', $4, now())`,
    [randomUUID(), app.customerId, app.appId, hashKey(apiKey)],
  );
  await client.end();
  const server = await serve(pageWith(backend.origin, apiKey));
  return {
    backend,
    databaseUrl,
    app,
    site: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await backend.close();
    },
  };
}

async function serve(html: string): Promise<Server> {
  const server = createServer((request, response) => {
    const isEmpty = request.url === '/left';
    response.writeHead(200, { 'content-type': 'text/html' }).end(isEmpty ? '<!doctype html><p>left' : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/**
 * A page that follows the plan in its address (see `PagePlan`). It reports that it has begun, every event when its promise
 * has resolved, and those of its last turn before it tracks them.
 */
function pageWith(origin: string, apiKey: string): string {
  return `<!doctype html><title>page</title><script type="module">
    import { Tributary } from '${origin}/sdk.js';
    window.Tributary = Tributary;
    // Only the events of the plan are counted.
    Tributary.init({ appVersion: '1' }, '${apiKey}', { autoInstall: false, autoSessions: false });
    // Once: a page that reloads itself does nothing more.
    const text = sessionStorage.planned ? '' : decodeURIComponent(location.hash.slice(1));
    sessionStorage.planned = 'yes';
    const plan = JSON.parse(text || '{"events":[],"last":[]}');
    window.begun?.();
    for (const { name, at } of plan.events) {
      setTimeout(() => Tributary.trackEvent(name).then(() => report('stored', name)), at);
    }
    if (plan.leaveAt !== undefined) setTimeout(() => {
      for (const name of plan.last) report('last', name);
      for (const name of plan.last) Tributary.trackEvent(name);
      if (plan.how === 'reload') location.reload();
      else location.href = '/left';
    }, plan.leaveAt);
  </script>`;
}
