import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { postEvents } from '@tributary/server/testing/post-events';
import { signUp } from '@tributary/server/testing/test-tenant';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageEntry } from './account/page-entry.ts';
import { PAGES } from './pages.ts';
import { type ConsoleStand, startConsoleStand } from './testing/console-stand.ts';
import { type HostileAccount, hostileEvents, makeHostileAccount } from './testing/hostile-account.ts';
import { goOn, settle, type WatchedPage, watchPage } from './testing/watched-page.ts';

// An account in which everything is named to do harm, as its owner sees it: texts stay texts, and pages keep their width.

const WIDTHS = [1440, 375];

/** Pages that show a text of the account besides those of the frame. */
const TOLD = [
  'apps',
  'attribution',
  'audit',
  'campaigns',
  'data',
  'devices',
  'events',
  'imports',
  'installs/$installId',
  'keys',
  'links',
  'links/$id',
  'live',
  'members',
  'moving-in',
  'overview',
  'postbacks',
  'profile',
  'revenue',
  'sdk-config',
  'setup',
  'usage',
  'webhooks',
];

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  let hostile: HostileAccount;
  let watched: WatchedPage;
  const dialogs: string[] = [];
  const told = new Set<string>();

  beforeAll(async () => {
    stand = await startConsoleStand();
    const { people } = stand.world;
    hostile = await makeHostileAccount(stand.service, people['no account'], await signUp(stand.service));
    watched = await watchPage(await stand.visit(people['no account'].token));
    const { page } = watched;
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`${stand.origin}${addressOf('profile')}`);
    await settle(page);
  });
  afterAll(() => stand?.close());

  function addressOf(path: string): string {
    const known: Record<string, string> = { $id: hostile.linkId, $installId: hostile.installId };
    const filled = path.replace(/\$\w+/g, (name) => known[name] ?? name);
    const search = new URLSearchParams({ app: hostile.tenant.appId });
    if (path === 'devices') search.set('id', hostile.userId);
    return `/console/${filled}?${search}`;
  }

  test.each(PAGES.map((page: PageEntry) => [page.path] as const))('%s shows it as text', async (path) => {
    const { page, takeProblems } = watched;
    await goOn(page, addressOf(path));
    if (path === 'live') await watchLive(page);
    if (path === 'audit')
      await page.getByRole('row', { name: 'create_app' }).getByRole('button', { name: 'Show' }).click();
    if (path === 'data') await page.getByRole('button', { name: 'Delete the account' }).click();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      expect({ width, ...(await harmDone(page)) }).toEqual({ width, ...NO_HARM });
    }
    if (await showsMarkup(page)) told.add(path);
    if (path === 'audit' || path === 'data') await page.keyboard.press('Escape');
    expect(dialogs).toEqual([]);
    expect(takeProblems()).toEqual([]);
  });

  test('it was there to be seen', () => expect([...told].sort()).toEqual(TOLD));

  async function watchLive(page: Page): Promise<void> {
    await page.getByText('Watching.').waitFor();
    const events = hostileEvents(hostile.tenant);
    for (const event of events) await postEvents(stand.service, event);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(events.length);
  }
});

const NO_HARM = { taken: false, elements: 0, wrongLinks: [], tooWide: [] };

/** What must not be, whatever texts a page shows. */
function harmDone(page: Page): Promise<object> {
  return page.evaluate(() => {
    const hrefs = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href);
    const isTooWide = document.documentElement.scrollWidth > innerWidth;
    const outside = ({ parentElement }: Element): boolean =>
      parentElement === null || (!parentElement.matches('.scrolls') && outside(parentElement));
    return {
      taken: 'taken' in window,
      elements: document.querySelectorAll('img[src="x"], body script, [onload], [onerror]').length,
      wrongLinks: hrefs.filter((href) => !/^https?:\/\//.test(href)),
      tooWide: isTooWide
        ? [...document.querySelectorAll('body *')]
            .filter((element) => element.getBoundingClientRect().right > innerWidth && outside(element))
            .map(
              ({ localName, className, textContent }) =>
                `${localName}.${className} ${textContent?.slice(0, 60)}`,
            )
        : [],
    };
  });
}

function showsMarkup(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const main = [...document.querySelectorAll('main, [role$=dialog]')];
    return main.some(({ textContent }) => textContent?.includes('<img src=x onerror='));
  });
}
