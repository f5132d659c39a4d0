import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';
import { type DatabaseGate, openDatabaseGate } from '../../testing/instances/database-gate.ts';
import { createMatrixWorld } from '../../testing/matrix/matrix-world.ts';
import type { Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { describeFailure } from './describe-failure.ts';
import { ADMIN_COMMANDS, runAdmin } from './run-admin.ts';

/** More than any command sends on so little data. */
const MOST_PIECES = 400;

const service = useService();
let tenant: Tenant;
let folder: string;
beforeAll(async () => {
  ({ tenant } = await createMatrixWorld(service));
  folder = await mkdtemp(join(tmpdir(), 'lost-database-'));
  await writeFile(join(folder, 'rows.csv'), 'event_type,installed_at,gaid\ninstall,1772359200,\n');
  await writeFile(join(folder, 'links.json'), '{"links":[]}');
  await run(service.databaseUrl, ['backup', join(folder, 'whole')]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(databaseUrl: string, argv: readonly string[]): Promise<void> {
  const { serviceSecret, anonKey } = service.services.secrets;
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    SERVICE_SECRET: serviceSecret,
    ANON_KEY: anonKey,
    BACKUP_PASSPHRASE: 'correct horse battery',
    SERVICE_SECRET_PREVIOUS: 'p'.repeat(40),
  });
  return runAdmin(config, argv, () => {}, { backupKeyCost: 2 ** 10 });
}

const ARGUMENTS: Readonly<Record<string, () => string[]>> = {
  'set-plan': () => [tenant.accountId, 'scale'],
  'deactivate-account': () => [tenant.accountId],
  'activate-account': () => [tenant.accountId],
  'deactivate-app': () => [tenant.appId],
  'activate-app': () => [tenant.appId],
  refit: () => [tenant.appId, '--shipped'],
  'allow-app-links': () => [tenant.accountId],
  'forbid-app-links': () => [tenant.accountId],
  'reset-password': () => [tenant.owner.email],
  'sign-in-link': () => [tenant.owner.email],
  backup: () => [join(folder, randomUUID())],
  restore: () => [join(folder, 'whole')],
  import: () => [join(folder, 'rows.csv'), tenant.appId, 'custom'],
  links: () => ['sync', join(folder, 'links.json'), '--account', tenant.accountId],
};

const WAYS: Readonly<Record<string, (gate: DatabaseGate, databaseUrl: string) => void>> = {
  'is unreachable': (gate) => void gate.shut(),
  'ends every connection': (_gate, databaseUrl) => void endConnections(databaseUrl),
};

async function endConnections(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name in ('tributary', 'tributary-admin', 'tributary-backup', 'tributary-restore', 'tributary-migrate',
         'tributary-distribute')`,
  );
  await client.end();
}

const CASES = Object.keys(ADMIN_COMMANDS).flatMap((name) =>
  Object.keys(WAYS).map((way) => [name, way] as const),
);

test.each(CASES)('%s ends with a sentence when the database %s', { timeout: 60_000 }, async (name, way) => {
  // Each turn reads every table or runs every migration.
  const isSlow = name === 'backup' || name === 'restore';
  let failures = 0;
  for (let piece = 1; piece < MOST_PIECES; piece *= isSlow ? 12 : 3) {
    // One turn's connections may be lost before it has begun, or after its commit: then it has restored everything.
    const place = name === 'restore' ? await createTestDatabase({ empty: true }) : undefined;
    const lost = await loseDatabase(name, way, piece, place?.url ?? service.databaseUrl).finally(place?.drop);
    failures += lost.failed ? 1 : 0;
    if (!lost.reached) break;
  }
  if (way === 'is unreachable') expect(failures).toBeGreaterThan(0);
});

/** Loses the database at a piece of the conversation with it, if there is one. */
async function loseDatabase(name: string, way: string, piece: number, databaseUrl: string) {
  const gate = await openDatabaseGate(databaseUrl);
  let reached = false;
  gate.beforePiece(piece, () => {
    reached = true;
    WAYS[way]?.(gate, databaseUrl);
  });
  const failure = await run(gate.url, [name, ...(ARGUMENTS[name]?.() ?? [])]).then(
    () => undefined,
    describeFailure,
  );
  if (way !== 'is unreachable' || !reached) await gate.shut();
  // Of a database that was not lost in time.
  const failed = failure !== undefined && !String(failure).startsWith('fsync is off');
  if (failed) {
    expect(failure, `at piece ${piece}`).toMatch(/^(the database |DATABASE_URL cannot be used: |.*terminat)/);
    expect(String(failure).split('\n'), `at piece ${piece}`).toHaveLength(1);
  }
  return { failed, reached };
}
