import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageEntry } from './account/page-entry.ts';
import { DOORS } from './frame/doors.ts';
import { PAGES } from './pages.ts';
import { type ConsoleStand, startConsoleStand } from './testing/console-stand.ts';
import { findBarriers } from './testing/find-barriers.ts';
import { hasBrowser } from './testing/open-browser.ts';
import { settle, type WatchedPage, watchPage } from './testing/watched-page.ts';

// Every page as everyone: derived from the list of pages, so that a new one is walked by itself.

const PEOPLE = ['viewer', 'marketer', 'developer', 'owner', 'member of another team', 'no account'] as const;
const VIEWS = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'light', width: 375 },
  { colorScheme: 'dark', width: 375 },
] as const;

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  beforeAll(async () => {
    stand = await startConsoleStand();
  });
  afterAll(() => stand?.close());

  /** Where a page is, with things that are there for its variable parts. */
  function addressOf(path: string): string {
    const known: Record<string, string> = { $id: stand.world.linkId, $installId: stand.world.installId };
    const filled = path.replace(/\$\w+/g, (name) => known[name] ?? name);
    return `${stand.origin}/console/${filled}?app=${stand.world.tenant.appId}`;
  }

  describe.each(PEOPLE)('for %s', (who) => {
    let watched: WatchedPage;
    beforeAll(async () => {
      watched = await watchPage(await stand.visit(stand.world.people[who].token));
    });
    afterAll(() => watched?.page.context().close());

    test.each(PAGES.map((page: PageEntry) => [page.path] as const))('%s has no barriers', async (path) => {
      const { page, takeProblems } = watched;
      await page.goto(addressOf(path));
      await settle(page);
      expect(await shapeOf(page)).toEqual({ h1: 1, main: 1, skip: 1, title: true });
      // Everyone else reads a sentence, or gets the same page.
      const views = who === 'owner' ? VIEWS : VIEWS.slice(0, 1);
      for (const view of views) expect([view, await barriersIn(page, view)]).toEqual([view, []]);
      expect(takeProblems()).toEqual([]);
    });
  });

  test.each(DOORS.map(({ path }) => [path] as const))('%s has no barriers', async (path) => {
    const { page, takeProblems } = await watchPage(await stand.visit());
    await page.goto(`${stand.origin}/console/${path}`);
    await settle(page);
    expect(await shapeOf(page)).toEqual({ h1: 1, main: 1, skip: 1, title: true });
    for (const view of VIEWS) expect([view, await barriersIn(page, view)]).toEqual([view, []]);
    expect(takeProblems()).toEqual([]);
    await page.context().close();
  });
});

async function shapeOf(page: Page) {
  const count = (selector: string) => page.locator(selector).count();
  return {
    h1: await count('h1'),
    main: await count('main'),
    skip: await count('a.skip[href="#main"]'),
    title: (await page.title()).endsWith('· Tributary'),
  };
}

async function barriersIn(page: Page, { colorScheme, width }: (typeof VIEWS)[number]): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
  const found = await findBarriers(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return overflow > 0 ? [...found, `it is ${overflow} px too wide`] : found;
}
