import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { migrate } from '../migrate.ts';
import { asAdmin } from './as-admin.ts';
import { joinNodes, urlsOnNodes } from './test-cluster.ts';
import { withDatabase } from './with-database.ts';

/** An arbitrary number; creating a template takes this lock on the server. */
const templateLock = 7_264_118_424;

/**
 * Creates the migrated database that test databases are cloned from, unless it exists, and returns its name.
 * The name depends on the migrations, so a long-running server gets a new template when they change.
 *
 * @param adminUrl any database on the server, with a role that may create databases
 */
export async function ensureTemplateDatabase(adminUrl: string): Promise<string> {
  const name = `tributary_template_${hashMigrations()}`;
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [templateLock]);
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) await makeTemplate(adminUrl, name);
  } finally {
    await client.end();
  }
  return name;
}

async function makeTemplate(adminUrl: string, name: string): Promise<void> {
  const draft = `${name}_draft`;
  // Of a cluster the coordinator comes last: what it has, all have.
  const urls = (await urlsOnNodes(adminUrl)).reverse();
  for (const url of urls) {
    await asAdmin(url, async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${draft}`);
    });
  }
  await joinNodes(adminUrl, draft);
  await migrate(withDatabase(adminUrl, draft));
  // It gets its final name only when fully migrated. No one may connect to it, or it could not be cloned.
  for (const url of urls) {
    await asAdmin(url, async (client) => {
      await client.query(`ALTER DATABASE ${draft} WITH ALLOW_CONNECTIONS false`);
      await endSessions(client, draft);
      await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
    });
  }
}

/** Citus keeps some of its own. */
async function endSessions(client: Client, name: string): Promise<void> {
  const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
  while (((await client.query(end, [name])).rowCount ?? 0) > 0) await delay(20);
}

/** Of all that says what a migrated database is like. */
function hashMigrations(): string {
  const hash = createHash('sha256');
  for (const name of ['migrations', 'functions', 'distribution']) {
    const folder = join(import.meta.dirname, '..', name);
    for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
