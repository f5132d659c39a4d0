import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { ConsoleStand } from './console-stand.ts';
import { type WatchedPage, watch } from './watched-page.ts';

/** Pages that a test has left. */
const left = new WeakMap<ConsoleStand, Page[]>();

/**
 * A page for the running test, of a visitor who is signed in by their token or signed out, and who was never there: no
 * cookie, nothing stored. Where an earlier test has left one it is taken again, since a new one costs as much as loading
 * the console.
 */
export async function takePage(stand: ConsoleStand, token?: string): Promise<WatchedPage> {
  const pages = left.get(stand) ?? [];
  left.set(stand, pages);
  const used = pages.pop();
  if (used) await forget(used);
  const page = used ?? (await (await stand.visit()).newPage());
  await stand.arrive(page.context(), token);
  onTestFinished(async ({ task }) => {
    const isFit = task.result?.state === 'pass' && page.url().startsWith(`${stand.origin}/console/`);
    if (!isFit) return page.context().close();
    await page.evaluate(() => {
      // After the router, which keeps there how far it was scrolled.
      addEventListener('pagehide', () => {
        localStorage.clear();
        sessionStorage.clear();
      });
    });
    pages.push(page);
  });
  return watch(page);
}

/** What a test may have changed besides the address and what is stored there. */
async function forget(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().clearCookies();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.mouse.move(0, 0);
}
