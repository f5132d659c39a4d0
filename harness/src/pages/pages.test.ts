import { existsSync } from 'node:fs';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { expect, onTestFinished, test } from 'vitest';
import { startPageStand } from './page-stand.ts';
import { CHROMIUM, runPages } from './run-pages.ts';

test.skipIf(!existsSync(CHROMIUM))(
  'of 10 pages that end at random moments, no stored event is lost or stored twice',
  async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const stand = await startPageStand(database.url);
    onTestFinished(() => stand.close());
    const report = await runPages({ stand, pages: 10, seed: 7, atOnce: 2 });
    expect(report).toMatchObject({ lost: [], lastLost: [], repeated: [] });
    // Where hardly any were reported, nothing would have been tried.
    expect(report.stored).toBeGreaterThan(5);
    expect(report.last).toBeGreaterThan(2);
  },
);
