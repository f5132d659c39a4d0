import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generateTables } from './generate-tables.ts';
import { createTestDatabase } from './test-database.ts';

const TABLES = new URL('../tables.ts', import.meta.url);

// UPDATE_TABLES=1 rewrites the file after a migration has changed the data plane.
test('the table types match what the migrations define', async () => {
  const database = await createTestDatabase();
  try {
    const generated = await generateTables(database.url);
    if (process.env.UPDATE_TABLES) await writeFile(TABLES, generated);
    expect(await readFile(TABLES, 'utf8')).toBe(generated);
  } finally {
    await database.drop();
  }
}, 30_000);
