import { readFile } from 'node:fs/promises';
import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from '../../testing/console-stand.ts';
import { settle, watchPage } from '../../testing/watched-page.ts';

/** Of the device in `createMatrixWorld`. */
const GAID = '9b2c1f0e-1111-4111-8111-0123456789ab';

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  let page: Page;
  let takeProblems: () => string[];
  beforeAll(async () => {
    stand = await startConsoleStand();
    ({ page, takeProblems } = await watchPage(await stand.visit(stand.world.people.owner.token)));
    await page.goto(`${stand.origin}/console/data`);
    await settle(page);
  });
  afterAll(() => stand?.close());

  test('an export tells its size, and is saved whole', async () => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/export_my_account_data', async (route) => {
      await held;
      await route.continue();
    });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: 'Export' })
        .click()
        .then(() => page.getByText('The service is writing it…').waitFor())
        .then(goOn),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    expect(Object.keys(JSON.parse(text))).toContain('apps');
    const kilobytes = Math.ceil(Buffer.byteLength(text) / 1000).toLocaleString('en-GB');
    await page.getByText(`Saved: ${kilobytes} kB`).waitFor();
    expect(takeProblems()).toEqual([]);
  });

  test('a device is erased once that was confirmed, and its receipt stays', async () => {
    const receipts = page.getByRole('region', { name: 'erasures' }).locator('tbody tr');
    const ask = () => page.getByRole('button', { name: 'Erase the device' }).click();
    await ask();
    await page.getByText('enter one of the ids').waitFor();
    await page.getByLabel('Advertising id').fill(GAID);
    await ask();
    const question = page.getByRole('alertdialog');
    expect(await question.innerText()).toContain(GAID);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await receipts.count()).toBe(1);
    await ask();
    await question.getByRole('button', { name: 'Erase it' }).click();
    await page.getByText('The receipt:').waitFor();
    const receipt = await page.locator('.receipt code').innerText();
    await expect.poll(() => receipts.count()).toBe(2);
    expect(await page.getByLabel('Advertising id').inputValue()).toBe('');
    await page.reload();
    await settle(page);
    await expect.poll(() => receipts.first().innerText()).toContain(receipt);
    expect(takeProblems()).toEqual([]);
  });
});
