import { createTestDatabase } from '@tributary/db/testing/test-database';
import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { expect, onTestFinished, test } from 'vitest';
import { startPageStand } from './page-stand.ts';
import { runPages } from './run-pages.ts';

test.skipIf(!hasBrowser)(
  'of 20 pages that end at random moments, no stored event is lost or stored twice',
  async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const stand = await startPageStand(database.url);
    onTestFinished(() => stand.close());
    const report = await runPages({ stand, pages: 20, seed: 7, atOnce: 4, slowdown: 2 });
    expect(report).toMatchObject({ lost: [], lastLost: [], repeated: [] });
    // How many there is time for depends on the machine; `npm run bench -- pages` opens a thousand, on a slower processor.
    expect(report.stored).toBeGreaterThan(0);
    expect(report.last).toBeGreaterThan(0);
  },
);
