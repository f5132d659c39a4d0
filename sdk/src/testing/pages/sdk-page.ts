import type { BrowserContext, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { ClientStats } from '../../engine/read-stats.ts';
import { bundleBrowser } from '../bundles/bundle-browser.ts';
import { API_KEY, type Service } from '../start-service.ts';
import { type SiteFiles, startSite } from './start-site.ts';

/** A site whose pages have the SDK, started by `start()`, which takes the options of `init` and tracks nothing on its own. */
export async function startSdkSite(service: Service, files: SiteFiles = {}): Promise<string> {
  const html = `<!doctype html><title>t</title><script src="/sdk.js"></script><script>
    const quiet = { autoInstall: false, autoSessions: false };
    const start = (config) => Tributary.init({}, '${API_KEY}', { logLevel: 'ERROR', ...quiet, ...config });
  </script>`;
  return startSite(service, {
    '/': ['text/html', html],
    '/empty': ['text/html', '<!doctype html><title>empty</title>'],
    '/sdk.js': ['text/javascript', await bundleBrowser('iife')],
    ...files,
  });
}

/** Runs a script in the page, where `Tributary` and `start` are, and returns its JSON result. */
export async function inPage<Result>(page: Page, script: string): Promise<Result> {
  return (await page.evaluate(`(async () => { ${script} })()`)) as Result;
}

/** Opens a page of the site with the SDK started. */
export async function openSdkPage(context: BrowserContext, url: string, config: object = {}): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await inPage(page, `start(${JSON.stringify(config)})`);
  return page;
}

/** The client's own account of itself. */
export const statsOf = (page: Page) => inPage<ClientStats>(page, 'return Tributary.stats()');

/** A later visit, which sends whatever is left. */
export async function visitAgain(context: BrowserContext, url: string): Promise<void> {
  const page = await openSdkPage(context, url);
  await inPage(page, 'await Tributary.flush()');
  await page.close();
}

/** Ends with the test. */
export function untilTestEnds<Closed extends { close(): Promise<unknown> }>(opened: Closed): Closed {
  onTestFinished(async () => void (await opened.close()));
  return opened;
}
