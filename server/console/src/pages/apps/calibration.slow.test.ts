import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { reportLikeness } from '@tributary/server/attribution/calibration/likeness-report';
import { SHIPPED_TABLE } from '@tributary/server/attribution/models/likeness-table';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from '../../testing/console-stand.ts';
import { takePage } from '../../testing/take-page.ts';
import { settle } from '../../testing/watched-page.ts';

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  beforeAll(async () => {
    stand = await startConsoleStand();
  });
  afterAll(() => stand?.close());

  const openApps = async (page: Page) => {
    await page.goto(`${stand.origin}/console/apps?app=${stand.world.tenant.appId}`);
    await settle(page);
  };

  /** A report on 600 installs, 420 of which likeness would decide rightly. */
  async function report() {
    const judged = Array.from({ length: 600 }, (_, n) => ({
      share: n % 2 === 0 ? 0.999 : 0.92,
      isRight: n % 10 < 7,
      isReachable: true,
    }));
    await stand.service.services.workPool.query(
      'update apps set likeness_report = $2, likeness_reported_at = now() where id = $1',
      [stand.world.tenant.appId, JSON.stringify(reportLikeness(judged, SHIPPED_TABLE))],
    );
  }

  test('an app shows how right likeness is, and takes a table of its own', async () => {
    const { page, takeProblems } = await takePage(stand, stand.world.people.owner.token);
    await openApps(page);
    await page.getByText('The first report on the app is made within a day.').waitFor();
    await report();
    await openApps(page);
    await page.getByText(/likeness alone would find 600, 420 of them rightly/).waitFor();
    expect(await page.getByText(`are right, where table ${SHIPPED_TABLE.name} says`).count()).toBe(2);
    expect(await page.locator('.reliability circle').count()).toBe(2);
    await page.getByRole('cell', { name: '95 to 100' }).waitFor();
    await page.getByRole('button', { name: 'Take a table of its own' }).click();
    await page.getByRole('button', { name: 'Take it' }).click();
    await page.getByRole('button', { name: 'Take the service’s table again' }).click();
    await page.getByRole('button', { name: 'Take the service’s table again' }).waitFor({ state: 'detached' });
    const { rows } = await stand.service.services.workPool.query(
      'select likeness_table from apps where id = $1',
      [stand.world.tenant.appId],
    );
    expect(rows).toEqual([{ likeness_table: { version: 2, shares: null } }]);
    expect(takeProblems()).toEqual([]);
  });

  test('who may not change the app is offered no table', async () => {
    await report();
    const { page } = await takePage(stand, stand.world.people.viewer.token);
    await openApps(page);
    await page.getByText(/likeness alone would find 600/).waitFor();
    expect(await page.getByRole('button', { name: 'Take a table of its own' }).count()).toBe(0);
  });
});
