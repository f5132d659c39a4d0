import type { Browser, BrowserContext } from 'playwright-core';
import { beforeAll, onTestFinished } from 'vitest';
import { type Service, startService } from '../start-service.ts';
import { openBrowser } from './open-browser.ts';
import { startSdkSite, untilTestEnds } from './sdk-page.ts';

/** Opens Chromium before the tests of the calling file or `describe`, which get it from the result. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  return () => {
    if (!browser)
      throw new Error('The browser is opened before the first test; ask for it in tests and hooks only.');
    return browser;
  };
}

interface VisitedSite {
  service: Service;
  /** The address of a site whose pages have the SDK. */
  site: string;
  /** A visitor who has not been there yet. */
  context: BrowserContext;
}

/** A service, a site in front of it and a visitor, all gone when the running test has finished. */
export async function setUpSite(browser: Browser): Promise<VisitedSite> {
  const service = await startService();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const site = await startSdkSite(service);
  return { service, site, context: untilTestEnds(await browser.newContext()) };
}
