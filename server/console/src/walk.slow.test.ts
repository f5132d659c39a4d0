import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageEntry } from './account/page-entry.ts';
import { DOORS } from './frame/doors.ts';
import { PAGES } from './pages.ts';
import { type ConsoleStand, startConsoleStand } from './testing/console-stand.ts';
import { findBarriers } from './testing/find-barriers.ts';
import { takePage } from './testing/take-page.ts';
import { goOn, settle, type WatchedPage, watchPage } from './testing/watched-page.ts';

// Every page as everyone: derived from the list of pages, so that a new one is walked by itself.

interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

/** Neighbours differ in one thing, so that little has to be laid out anew from one to the next. */
const LOOKS: readonly Look[] = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'dark', width: 375 },
  { colorScheme: 'light', width: 375 },
];

/** The owner sees the most, and every look of it; everyone else has one of them. */
const PEOPLE = [
  ['owner', LOOKS],
  ['viewer', LOOKS.slice(3)],
  ['marketer', LOOKS.slice(1, 2)],
  ['developer', LOOKS.slice(2, 3)],
  ['member of another team', LOOKS.slice(0, 1)],
  ['no account', LOOKS.slice(2, 3)],
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
    return `/console/${filled}?app=${stand.world.tenant.appId}`;
  }

  describe.each(PEOPLE)('for %s', (who, looks) => {
    let watched: WatchedPage;
    beforeAll(async () => {
      watched = await watchPage(await stand.visit(stand.world.people[who].token));
      await watched.page.goto(stand.origin + addressOf('profile'));
      await settle(watched.page);
    });
    afterAll(() => watched?.page.context().close());

    test.each(PAGES.map((page: PageEntry) => [page.path] as const))('%s has no barriers', async (path) => {
      const { page, takeProblems } = watched;
      await goOn(page, addressOf(path));
      expect(await shapeOf(page)).toEqual({ h1: 1, main: 1, skip: 1, title: true });
      expect(await barriersOf(page, looks)).toEqual([]);
      expect(takeProblems()).toEqual([]);
    });
  });

  test.each(DOORS.map(({ path }) => [path] as const))('%s has no barriers', async (path) => {
    const { page, takeProblems } = await takePage(stand);
    await page.goto(`${stand.origin}/console/${path}`);
    await settle(page);
    expect(await shapeOf(page)).toEqual({ h1: 1, main: 1, skip: 1, title: true });
    expect(await barriersOf(page, LOOKS)).toEqual([]);
    expect(takeProblems()).toEqual([]);
  });
});

/** What axe has looked at, by what of it axe can tell apart. */
const seen = new Set<string>();

/** What is wrong with a page, look by look, beginning with the one it has already. */
async function barriersOf(page: Page, looks: readonly Look[]): Promise<string[]> {
  const isNarrow = page.viewportSize()?.width === LOOKS.at(-1)?.width;
  const found: string[] = [];
  for (const look of isNarrow ? looks.toReversed() : looks) {
    const { colorScheme, width } = look;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    // A chart follows the width of its place when that was laid out.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    const barriers = await newBarriers(page, look);
    if (overflow > 0) barriers.push(`it is ${overflow} px too wide`);
    found.push(...barriers.map((barrier) => `${colorScheme}, ${width} px: ${barrier}`));
  }
  return found;
}

/**
 * What looks the same to two people is looked at once, and in the second scheme for its colours. The frame is the same
 * on many pages, so that what it holds is then looked at alone.
 */
async function newBarriers(page: Page, { colorScheme, width }: Look): Promise<string[]> {
  const { frame, main } = await structureOf(page);
  const isNew = (part: string) => !seen.has(`${colorScheme} ${width} ${part}`);
  const isNewShape = (part: string) =>
    LOOKS.every((look) => !seen.has(`${look.colorScheme} ${width} ${part}`));
  const parts = isNew(frame) ? [frame, main] : [main];
  if (!parts.some(isNew)) return [];
  const coloursAlone = !parts.some(isNewShape);
  for (const part of parts) seen.add(`${colorScheme} ${width} ${part}`);
  return findBarriers(page, { coloursAlone, mainAlone: !parts.includes(frame) });
}

/** The elements of a page's frame and of what it holds, with what they are, without texts and generated ids. */
function structureOf(page: Page): Promise<{ frame: string; main: string }> {
  return page.evaluate(() => {
    const lineOf = (element: Element) => {
      const { localName, className } = element;
      const kinds = ['role', 'type', 'aria-label', 'tabindex', 'disabled', 'aria-disabled'];
      return [localName, className, ...kinds.map((kind) => element.getAttribute(kind))].join(' ');
    };
    const elements = [
      ...document.querySelectorAll('body *:not(tbody tr:nth-child(n + 9), tbody tr:nth-child(n + 9) *)'),
    ];
    const linesOf = (isHeld: boolean) =>
      elements
        .filter((element) => (element.closest('main') !== null) === isHeld)
        .map(lineOf)
        .join('\n');
    return { frame: linesOf(false), main: linesOf(true) };
  });
}

async function shapeOf(page: Page) {
  return page.evaluate(() => {
    const count = (selector: string) => document.querySelectorAll(selector).length;
    return {
      h1: count('h1'),
      main: count('main'),
      skip: count('a.skip[href="#main"]'),
      title: document.title.endsWith('· Tributary'),
    };
  });
}
