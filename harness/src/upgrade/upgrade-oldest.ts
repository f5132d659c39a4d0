import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { createKeyring } from '@tributary/server/platform/auth/secrets/keyring';
import type { Client } from 'pg';
import { freePort } from '../backend/free-port.ts';
import { preloadEvents } from '../backend/preload-events.ts';
import type { SeededApp } from '../backend/seed-apps.ts';
import { spawnBackend } from '../backend/spawned-backend.ts';
import { keepSending } from './keep-sending.ts';

/** A database that the oldest commit made whose data can be brought up to date. */
const OLDEST = fileURLToPath(
  new URL('../../../server/src/testing/upgrade/commit-324424b.sql.gz', import.meta.url),
);
/** With which it was made. */
const SECRETS = {
  serviceSecret: 'a-service-secret-of-the-upgrade-test-0123456789',
  previousServiceSecret: undefined,
  anonKey: 'an-anon-key-of-the-upgrade-test-0123456789abc',
};
const MOST_MS = 30 * 60_000;

/** How an upgrade went. Times are in ms from the start of the service. */
export interface UpgradeReport {
  readonly readyAfterMs: number;
  readonly firstAcceptedAfterMs: number;
  /** Events sent meanwhile, and in how many requests. */
  readonly sent: number;
  readonly attempts: number;
  /** Those of them that are not stored. */
  readonly lost: number;
}

/** Makes an empty database one that the oldest commit made, with that many more events. Returns its apps. */
export async function loadOldest(client: Client, events: number): Promise<SeededApp[]> {
  await client.query(String(await promisify(gunzip)(await readFile(OLDEST))));
  const apps = await readApps(client);
  await preloadEvents(client, apps, events);
  return apps;
}

/** The apps of the database, with the secrets that it has sealed. */
async function readApps(client: Client): Promise<SeededApp[]> {
  const keyring = createKeyring(SECRETS);
  const { rows } = await client.query<{ customerId: string; appId: string; sealed: string }>(
    'select customer_id as "customerId", id as "appId", signing_secret as sealed from public.apps where active',
  );
  return rows.map(({ customerId, appId, sealed }) => ({
    customerId,
    appId,
    secret: keyring.open('app-signing-secret', appId, sealed),
  }));
}

/** Starts the service on such a database while an app's events are sent, each until it is accepted, as SDKs do. */
export async function upgradeOldest(client: Client, url: string, app: SeededApp): Promise<UpgradeReport> {
  const port = await freePort();
  const startedAt = performance.now();
  const sending = keepSending(`http://127.0.0.1:${port}`, app);
  const service = await spawnBackend(
    {
      PORT: String(port),
      DATABASE_URL: url,
      SERVICE_SECRET: SECRETS.serviceSecret,
      ANON_KEY: SECRETS.anonKey,
      LOG_LEVEL: 'warn',
    },
    MOST_MS,
  ).finally(() => sending.stop());
  const readyAfterMs = performance.now() - startedAt;
  const { ids, firstAcceptedAt, attempts } = await sending.finished;
  const stored = await client.query<{ n: number }>(
    'select count(*)::int as n from public.events where app_id = $1 and event_id = any($2)',
    [app.appId, ids],
  );
  await service.close();
  return {
    readyAfterMs,
    firstAcceptedAfterMs: firstAcceptedAt - startedAt,
    sent: ids.length,
    attempts,
    lost: ids.length - (stored.rows[0]?.n ?? 0),
  };
}
