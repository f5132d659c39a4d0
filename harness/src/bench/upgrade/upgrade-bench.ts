import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { createKeyring } from '@tributary/server/secrets/keyring';
import type { Client } from 'pg';
import { freePort } from '../../backend/free-port.ts';
import type { SeededApp } from '../../backend/seed-apps.ts';
import { spawnBackend } from '../../backend/spawned-backend.ts';
import { defineCommand } from '../../command-line/command.ts';
import { formatNumber, printHeading, printRow } from '../../command-line/print-figures.ts';
import { withPostgres } from '../../command-line/with-postgres.ts';
import { preloadEvents } from '../ingest/preload-events.ts';
import { prefillWal } from '../prefill-wal.ts';
import { keepSending } from './keep-sending.ts';

/** A database that the oldest commit made whose data can be brought up to date. */
const OLDEST = fileURLToPath(
  new URL('../../../../server/src/testing/upgrade/commit-324424b.sql.gz', import.meta.url),
);
/** With which it was made. */
const SECRETS = {
  serviceSecret: 'a-service-secret-of-the-upgrade-test-0123456789',
  previousServiceSecret: undefined,
  anonKey: 'an-anon-key-of-the-upgrade-test-0123456789abc',
};
const MOST_MS = 30 * 60_000;

/** `npm run bench -- upgrade`; with `--help` it says what it does and takes. */
export const upgradeBench = defineCommand({
  about: `Measures how long the service takes to bring a database of the oldest commit up to date, and when it accepts events again.
Events are sent from the moment of its start and sent again until they are accepted, as SDKs do. Exits with 1 if one is lost.`,
  options: {
    events: { type: 'count', from: 1, default: 1_000_000, about: 'events that the database has' },
  },
  run: ({ events }) =>
    withPostgres(async ({ client, url }) => {
      await client.query(String(await promisify(gunzip)(await readFile(OLDEST))));
      const apps = await readApps(client);
      await preloadEvents(client, apps, events);
      await prefillWal(client);
      await measureUpgrade(client, url, apps);
    }),
});

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

async function measureUpgrade(client: Client, url: string, [app]: readonly SeededApp[]): Promise<void> {
  if (!app) throw new Error('there is no app');
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from public.events');
  printHeading(`${formatNumber(rows[0]?.n ?? 0)} events of commit 324424b brought up to date`);
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
  printRow('ready after', seconds(performance.now() - startedAt));
  const { ids, firstAcceptedAt, attempts } = await sending.finished;
  printRow('the first event is accepted after', seconds(firstAcceptedAt - startedAt));
  const stored = await client.query<{ n: number }>(
    'select count(*)::int as n from public.events where app_id = $1 and event_id = any($2)',
    [app.appId, ids],
  );
  const lost = ids.length - (stored.rows[0]?.n ?? 0);
  printRow('events sent meanwhile', `${formatNumber(ids.length)} in ${formatNumber(attempts)} requests`);
  printRow('  lost', formatNumber(lost));
  if (lost !== 0) process.exitCode = 1;
  await service.close();
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
