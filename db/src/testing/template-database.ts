import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '../migrate.ts';
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
    if (found.rowCount === 0) await makeTemplate(client, adminUrl, name);
  } finally {
    await client.end();
  }
  return name;
}

async function makeTemplate(client: Client, adminUrl: string, name: string): Promise<void> {
  const draft = `${name}_draft`;
  await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${draft}`);
  await migrate(withDatabase(adminUrl, draft));
  // It gets its final name only when fully migrated. No one may connect to it, or it could not be cloned.
  await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  await client.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
}

function hashMigrations(): string {
  const folder = join(import.meta.dirname, '../migrations');
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}
