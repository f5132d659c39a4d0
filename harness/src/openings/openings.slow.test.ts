import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { perSuite } from '@tributary/server/testing/per-suite';
import { expect, test } from 'vitest';
import { createOwner } from '../backend/owner.ts';
import { spawnBackend } from '../backend/spawned-backend.ts';
import { bundlePhoneApp } from './bundle-phone-app.ts';
import { createOpeningsStand } from './openings-stand.ts';
import { OPENINGS } from './play-openings.ts';

const DOCS = join(import.meta.dirname, '../../../docs/sdk/react-native.md');

const database = perSuite(createTestDatabase, ({ drop }) => drop());
const backend = perSuite(
  () => spawnBackend({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' }),
  (spawned) => spawned.close(),
);
const parts = perSuite(async () => ({
  backend,
  startCode: await bundlePhoneApp(),
  owner: await createOwner(backend),
}));

test.each(OPENINGS)('$name', async ({ play }) => {
  const stand = await createOpeningsStand(parts);
  try {
    const { told, expected } = await play(stand);
    expect(told).toEqual(expected);
  } finally {
    stand.phone.close();
  }
});

test('the table in docs/sdk/react-native.md has a row for each scenario, and no other', () => {
  const [, table = ''] = readFileSync(DOCS, 'utf8').split(
    '| What happens | The listener is told |\n|---|---|\n',
  );
  const rows = table
    .slice(0, table.indexOf('\n\n'))
    .split('\n')
    .map((row) => row.split(' | ')[0]?.slice(2));
  expect(rows).toEqual(OPENINGS.map(({ name }) => name));
});
