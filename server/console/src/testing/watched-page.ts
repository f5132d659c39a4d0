import type { BrowserContext, Page } from 'playwright-core';

/** A page of which everything that goes wrong is noted. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors in its console, refused requests, and what its policy has refused, since it was last asked. */
  takeProblems(): string[];
}

/** Opens a page that notes what goes wrong in it. */
export const watchPage = async (context: BrowserContext) => watch(await context.newPage());

/** Notes from now on what goes wrong in a page. */
export function watch(page: Page): WatchedPage {
  let problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} of ${response.url()}`);
  });
  return {
    page,
    takeProblems() {
      const taken = problems;
      problems = [];
      return taken;
    },
  };
}

/** Waits until a page shows what it has: its h1, and nothing that is still being loaded. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.waiting') === null);
}

/**
 * Goes on to another address of the console as its own links do, without loading it anew, and waits until it shows
 * what it has.
 */
export async function goOn(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    // A page that one is on already stays.
    if (new URL(to, location.href).pathname !== location.pathname)
      document.querySelector('main')?.setAttribute('data-before', '');
    history.pushState({}, '', to);
  }, address);
  await page.locator('main:not([data-before]) h1').first().waitFor();
  await settle(page);
}
