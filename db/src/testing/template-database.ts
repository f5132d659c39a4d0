import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '../migrate.ts';
import { withDatabase } from './with-database.ts';

/** Any number; whoever makes a template holds this lock on the server. */
const templateLock = 7_264_118_424;

/**
 * Makes the migrated database that test databases are cloned from, unless the server has it, and returns its name.
 * The name follows from the migrations, so that a server that outlives a change of them gets a new one.
 *
 * @param adminUrl a database of the server, as a role that may create others.
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
  // The final name appears with the last migration only; nobody may connect, or it could not be cloned.
  await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  await client.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
}

function hashMigrations(): string {
  const folder = join(import.meta.dirname, '../migrations');
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}
