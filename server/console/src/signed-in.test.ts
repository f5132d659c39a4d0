import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { PASSWORD } from '@tributary/server/testing/test-tenant';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from './testing/console-stand.ts';
import { takePage } from './testing/take-page.ts';
import { settle } from './testing/watched-page.ts';

/** What a browser may load before anybody has signed in, gzipped scripts, in bytes. */
const FIRST_LOAD = 180 * 1024;

/** Without its hash. */
const nameOf = (script: string) => /([^/]+)-.{8}\.js$/.exec(script)?.[1];

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  beforeAll(async () => {
    stand = await startConsoleStand();
  });
  afterAll(() => stand?.close());

  const titleOf = async (page: Page) => {
    await settle(page);
    return page.locator('h1').innerText();
  };
  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('E-mail address').fill(stand.world.tenant.owner.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  test('whoever is signed out loads little, and no page', async () => {
    const page = await (await stand.visit()).newPage();
    const scripts: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.url());
    });
    await page.goto(`${stand.origin}/console`);
    expect(await titleOf(page)).toBe('Sign in');
    const sizes = scripts.map(async (url) => {
      const { headers } = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
      return Number(headers.get('content-length'));
    });
    const sum = (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
    expect(sum).toBeGreaterThan(10_000);
    expect(sum).toBeLessThan(FIRST_LOAD);
    expect(scripts.map(nameOf).toSorted()).toEqual([
      'console',
      'doors',
      'rolldown-runtime',
      'sign-in-page',
      'start',
    ]);
    await page.context().close();
  });

  test('a deep address leads to the sign-in and back to the same view; a reload and a tab are signed in', async () => {
    const context = await stand.visit();
    const page = await context.newPage();
    const address = `/console/keys?app=${stand.world.tenant.appId}&from=2026-01-01&to=2026-01-31`;
    await page.goto(stand.origin + address);
    expect(await titleOf(page)).toBe('Sign in');
    await signIn(page);
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(page.url()).toBe(stand.origin + address);
    const resumed = page.waitForResponse(`${stand.origin}/console/session`);
    await page.reload();
    const { token } = (await (await resumed).json()) as { token: string };
    expect(token.length).toBeGreaterThan(20);
    expect(await titleOf(page)).toBe('API keys');
    const tab = await context.newPage();
    await tab.goto(`${stand.origin}/console/profile`);
    expect(await titleOf(tab)).toBe('Your profile');
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    expect(stored).not.toContain(token);

    await tab.getByRole('button', { name: /^Account/ }).click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const each of [tab, page]) {
      await each.getByRole('heading', { name: 'Sign in' }).waitFor();
      await each.reload();
      expect(await titleOf(each)).toBe('Sign in');
    }
    await context.close();
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)'])(
    'what an address says of where to go next (%s) leads to a page of the console alone',
    async (next) => {
      const { page } = await takePage(stand);
      await page.goto(`${stand.origin}/console/sign-in?next=${encodeURIComponent(next)}`);
      await settle(page);
      await signIn(page);
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      expect(page.url()).toBe(`${stand.origin}/console/overview`);
    },
  );
});
