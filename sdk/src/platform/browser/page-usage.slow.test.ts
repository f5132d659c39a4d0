import type { BrowserContext, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { hasBrowser } from '../../testing/chromium/chromium.ts';
import { inPage, openSdkPage, statsOf } from '../../testing/pages/sdk-page.ts';
import { setUpSite, useBrowser } from '../../testing/pages/set-up-site.ts';
import type { Service } from '../../testing/start-service.ts';

const CLICK = '0c2b2b36-7c0d-4a0e-9c7e-5a0f1f6b9d22';

describe.skipIf(!hasBrowser)('what a page tracks on its own in Chromium', () => {
  const browser = useBrowser();
  let service: Service;
  let context: BrowserContext;
  let site: string;

  beforeEach(async () => {
    ({ service, site, context } = await setUpSite(browser()));
  });

  const accepted = (name: string) =>
    [...service.accepted.values()].filter(
      ({ event_type, custom_event_name }) => (custom_event_name ?? event_type) === name,
    );

  const open = async (address: string, config: object) => {
    const page = await openSdkPage(context, address, { autoInstall: true, autoSessions: true, ...config });
    await inPage(page, 'await Tributary.flush()');
    return page;
  };

  /** A page sees what another has stored a moment later: the browser passes it on between their processes. */
  const untilStored = (page: Page, key: string, value: string) =>
    expect.poll(() => inPage(page, `return localStorage.getItem('tributary.${key}')`)).toBe(value);

  test('the install, once, with the click of the first address and nothing else of it', async () => {
    await open(`${site}?service_click_id=${CLICK}&token=secret`, {});
    const second = await open(site, {});
    const id = await inPage(second, 'return Tributary.installationId()');
    expect(accepted('install')).toEqual([
      expect.objectContaining({
        referrer: `service_click_id=${CLICK}`,
        event_id: `install-${id}`,
        installation_id: id,
      }),
    ]);
  });

  test('one session in all pages and tabs', async () => {
    const page = await open(site, {});
    await page.goto(`${site}empty`);
    await open(site, {});
    await open(site, {});
    expect(accepted('session_start')).toHaveLength(1);
    expect(accepted('session_end')).toEqual([]);
  });

  test('with pageViews, each page that is opened or shown by a script', async () => {
    const page = await open(`${site}?token=secret#a`, { pageViews: true });
    await inPage(
      page,
      `history.pushState({}, '', '/list?q=secret'); document.title = 'List';
      await new Promise((resolve) => setTimeout(resolve));
      history.replaceState({}, '', '/list?page=2');
      await new Promise((resolve) => setTimeout(resolve));
      history.back();
      await new Promise((resolve) => addEventListener('popstate', () => setTimeout(resolve, 10)));
      await Tributary.flush();`,
    );
    expect(accepted('page_view').map(({ event_properties }) => event_properties)).toEqual([
      { url: site, title: 't' },
      { url: `${site}list`, title: 'List', previous: site },
      { url: site, title: 'List', previous: `${site}list` },
    ]);
  });

  test('with pageViews, each page of a router that keeps its path in the fragment', async () => {
    const page = await open(`${site}#/start?token=secret`, { pageViews: true });
    await inPage(
      page,
      `for (const hash of ['#/list?q=secret', '#!/old', '#section', '#access_token=secret']) {
        location.hash = hash;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await Tributary.flush();`,
    );
    expect(accepted('page_view').map(({ event_properties }) => event_properties?.url)).toEqual([
      `${site}#/start`,
      `${site}#/list`,
      `${site}#!/old`,
      site,
    ]);
  });

  test.each([
    ['?token=secret#reset=secret', (address: string) => address],
    [`?service_click_id=${CLICK}&token=secret`, () => `service_click_id=${CLICK}`],
  ])(
    'the install with where it comes from, without the rest of that address (%s)',
    async (query, referrer) => {
      const page = await context.newPage();
      await page.goto(`${site}empty${query}`);
      await page.evaluate(`location.href = '${site}'`);
      await page.waitForURL(site);
      await inPage(page, `start({ autoInstall: true }); await Tributary.flush()`);
      await expect.poll(() => accepted('install')).toMatchObject([{ referrer: referrer(`${site}empty`) }]);
    },
  );

  test('one resolution of the key in all pages and tabs', async () => {
    const page = await open(site, {});
    for (let at = 0; at < 3; at++) {
      await page.goto(site);
      await inPage(page, 'start({}); await Tributary.flush()');
    }
    await open(site, {});
    expect(service.requestsTo('resolve-key')).toHaveLength(1);
  });

  test('by an endpoint that is relative to the page', async () => {
    await open(site, { ingestEndpoint: '/v1/ingest' });
    expect(accepted('install')).toHaveLength(1);
    const page = await open(site, { ingestEndpoint: '//other.example/v1' });
    expect(await inPage(page, 'return Tributary.isInitialised()')).toBe(false);
  });

  test('nothing in any tab once the user has objected in one, and who has signed in holds in all', async () => {
    const page = await openSdkPage(context, site);
    const other = await openSdkPage(context, site);
    for (const tab of [page, other]) await inPage(tab, 'await Tributary.flush()');
    await inPage(other, `await Tributary.identify('u-1'); await Tributary.flush()`);
    await untilStored(page, 'user-id', 'u-1');
    await inPage(page, `await Tributary.trackEvent('known'); await Tributary.flush()`);
    await expect.poll(() => accepted('known')).toEqual([expect.objectContaining({ user_id: 'u-1' })]);
    await inPage(other, 'await Tributary.disableTracking()');
    await untilStored(page, 'tracking-disabled', '1');
    await inPage(page, `await Tributary.trackEvent('unseen'); await Tributary.flush()`);
    expect((await statsOf(page)).dropped).toEqual({ tracking_off: 1 });
  });

  test('nothing while the user has not agreed, and without pageViews no views', async () => {
    const page = await open(site, { trackingEnabled: false });
    expect(service.requests.filter(({ path }) => path.startsWith('/v1'))).toEqual([]);
    await inPage(page, 'await Tributary.enableTracking(); await Tributary.flush()');
    expect(service.acceptedNames().sort()).toEqual(['install', 'session_start']);
  });
});
