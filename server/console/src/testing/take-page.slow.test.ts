import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from './console-stand.ts';
import { openPage } from './open-page.ts';
import { takePage } from './take-page.ts';
import { settle } from './watched-page.ts';

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  let visitor: BrowserContext;
  beforeAll(async () => {
    stand = await startConsoleStand();
  });
  afterAll(() => stand?.close());

  test('a test changes its page', async () => {
    const page = await openPage(stand, stand.world.people.owner.token, 'profile');
    await page.evaluate(() => {
      localStorage.setItem('kept', '1');
      sessionStorage.setItem('kept', '1');
    });
    await page.context().addCookies([{ name: 'kept', value: '1', url: stand.origin }]);
    await page.setViewportSize({ width: 375, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.route('**/assets/*', (route) => route.abort());
    visitor = page.context();
  });

  test('the next one finds nothing of it in the same page', async () => {
    const { page } = await takePage(stand);
    expect(page.context()).toBe(visitor);
    await page.goto(`${stand.origin}/console/profile`);
    await settle(page);
    expect(await page.locator('h1').innerText()).toBe('Sign in');
    const kept = await page.evaluate(() => ({
      stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
      width: innerWidth,
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    }));
    expect(kept).toEqual({ stored: [], width: 1440, isDark: false });
    expect(await page.context().cookies()).toEqual([]);
  });
});
