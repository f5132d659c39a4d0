import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startTestPostgres } from './start-test-postgres.ts';
import { isPreparable, readRecordedStatements } from './statements/read-recorded-statements.ts';
import { ensureTemplateDatabase } from './template-database.ts';
import { createTestDatabase } from './test-database.ts';
import { withDatabase } from './with-database.ts';

const { TEST_STATEMENTS_DIR: folder, TEST_OLD_POSTGRES: isOldPostgres } = process.env;

/** What the tests sent that can be prepared, also in the forms for many nodes. */
function readStatements(path: string): string[] {
  const texts = readRecordedStatements(path).flatMap(({ text, onNodes = text }) => [text, onNodes]);
  return [...new Set(texts)].filter((text) => isPreparable({ text }));
}

/** The sentence with which a statement is refused, or undefined. */
async function refusalOf(client: Client, text: string): Promise<string | undefined> {
  try {
    await client.query(`PREPARE recorded AS ${text}`);
    await client.query('DEALLOCATE recorded');
    return undefined;
  } catch (error) {
    return String(error);
  }
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test.skipIf(!folder || !isOldPostgres)(
  'what the newest PostgreSQL understands of all that the tests send, this one does',
  async () => {
    const statements = readStatements(folder ?? '');
    expect(statements.length).toBeGreaterThan(500);
    const newest = await startTestPostgres();
    onTestFinished(() => newest.stop());
    const template = await ensureTemplateDatabase(newest.url);
    const reference = withDatabase(newest.url, 'reference');
    const admin = await connect(newest.url);
    await admin.query(`CREATE DATABASE reference TEMPLATE ${template}`);
    const here = await createTestDatabase();
    const [old, recent] = [await connect(here.url), await connect(reference)];
    const refused: string[] = [];
    for (const text of statements) {
      const refusal = await refusalOf(old, text);
      // Both refuse what rests on tables that a test made, and what is wrong on purpose.
      if (refusal !== undefined && (await refusalOf(recent, text)) === undefined) {
        refused.push(`${refusal}: ${text}`);
      }
    }
    await Promise.all([old.end(), recent.end()]);
    await here.drop();
    expect(refused).toEqual([]);
  },
);
