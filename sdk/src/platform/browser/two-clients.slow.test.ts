import type { BrowserContext, Page } from 'playwright-core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { bundleBrowser } from '../../testing/bundles/bundle-browser.ts';
import { hasBrowser } from '../../testing/chromium/chromium.ts';
import { inPage, startSdkSite, untilTestEnds } from '../../testing/pages/sdk-page.ts';
import { useBrowser } from '../../testing/pages/set-up-site.ts';
import { API_KEY, type Service, startService } from '../../testing/start-service.ts';

const OTHER_KEY = `svc_${'1'.repeat(64)}`;
const NEW_KEY = `svc_${'2'.repeat(64)}`;

describe.skipIf(!hasBrowser)('two clients on a page in Chromium', () => {
  const browser = useBrowser();
  let service: Service;
  let context: BrowserContext;
  let site: string;

  beforeEach(async () => {
    service = await startService();
    onTestFinished(() => service[Symbol.asyncDispose]());
    site = await startSdkSite(service, { '/sdk.mjs': ['text/javascript', await bundleBrowser('es')] });
    context = untilTestEnds(await browser().newContext());
  });

  /** A page on which these keys start in turn, each with a copy of the SDK: the script, and the module. */
  async function open(...keys: string[]): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${site}`);
    await inPage(
      page,
      `window.clients = [Tributary, (await import('/sdk.mjs')).Tributary];
       ${JSON.stringify(keys)}.forEach((key, at) => clients[at].init({}, key, {
         ingestEndpoint: location.origin, logLevel: 'ERROR', ...quiet }));`,
    );
    return page;
  }

  const idOf = (page: Page, at: number) => inPage<string>(page, `return clients[${at}].installationId()`);

  /** Tracks an event with each client of the page, which is then closed; returns the names of what has arrived. */
  async function track(page: Page): Promise<(string | undefined)[]> {
    service.accepted.clear();
    await inPage(
      page,
      `for (const [at, client] of clients.entries()) if (client.isInitialised()) {
         await client.trackEvent('by_' + at);
         await client.flush();
       }`,
    );
    await page.close();
    return service.acceptedNames();
  }

  test('are two installations, also where they start in another order or alone', async () => {
    const page = await open(API_KEY, OTHER_KEY);
    const ids = [await idOf(page, 0), await idOf(page, 1)];
    expect(new Set(ids).size).toBe(2);
    expect(await track(page)).toEqual(['by_0', 'by_1']);
    expect([...service.accepted.values()].map(({ installation_id }) => installation_id)).toEqual(ids);

    const turned = await open(OTHER_KEY, API_KEY);
    expect([await idOf(turned, 1), await idOf(turned, 0)]).toEqual(ids);
    const alone = await open(OTHER_KEY);
    expect(await idOf(alone, 0)).toBe(ids[1]);
  });

  test.each([0, 1])('only the one that is told not to track does not: %i', async (at) => {
    const page = await open(API_KEY, OTHER_KEY);
    await inPage(page, `await clients[${at}].identify('u-1'); await clients[${at}].disableTracking();`);
    const others = [`by_${1 - at}`];
    expect(await track(page)).toEqual(others);
    expect([...service.accepted.values()][0]).not.toHaveProperty('user_id');
    expect(await track(await open(API_KEY, OTHER_KEY))).toEqual(others);
  });

  test.each([
    ['the only one', [API_KEY], [NEW_KEY]],
    ['the first', [API_KEY, OTHER_KEY], [NEW_KEY, OTHER_KEY]],
    ['the first, which now starts last', [API_KEY, OTHER_KEY], [OTHER_KEY, NEW_KEY]],
  ])('the new key of %s is the same installation', async (_name, before, after) => {
    const page = await open(...before);
    const id = await idOf(page, 0);
    await track(page);
    const later = await open(...after);
    expect(await idOf(later, after.indexOf(NEW_KEY))).toBe(id);
  });

  test.each([
    ['the only one', [API_KEY], 0, [NEW_KEY]],
    ['the first', [API_KEY, OTHER_KEY], 0, [NEW_KEY, OTHER_KEY]],
    ['the second', [API_KEY, OTHER_KEY], 1, [API_KEY, NEW_KEY]],
    ['the only one, beside another that is new', [API_KEY], 0, [OTHER_KEY, NEW_KEY]],
  ])(
    'the new key of %s is not tracked if its visitor wants no tracking',
    async (_name, before, at, after) => {
      const page = await open(...before);
      await inPage(
        page,
        `await clients[${at}].trackEvent('before'); await clients[${at}].disableTracking();`,
      );
      await track(page);
      expect(await track(await open(...after))).not.toContain(`by_${after.indexOf(NEW_KEY)}`);
    },
  );

  test('one that takes the place of one that is closed is the same installation', async () => {
    const page = await open(API_KEY);
    const id = await idOf(page, 0);
    await inPage(
      page,
      `await clients[0].trackEvent('open');
       await clients[0].close();
       clients[1].init({}, '${NEW_KEY}', { ingestEndpoint: location.origin, ...quiet });`,
    );
    expect(await idOf(page, 1)).toBe(id);
  });
});
