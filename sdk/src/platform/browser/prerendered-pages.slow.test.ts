import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../../testing/chromium/chromium.ts';
import { inPage, untilTestEnds } from '../../testing/pages/sdk-page.ts';
import { setUpSite, useBrowser } from '../../testing/pages/set-up-site.ts';

/** As a page finds it that the browser loads ahead of its visitor, who comes once `show()` is called, or never. */
const PRERENDERED = `
  let isAhead = true;
  Object.defineProperty(document, 'prerendering', { get: () => isAhead, configurable: true });
  window.show = () => { isAhead = false; document.dispatchEvent(new Event('prerenderingchange')); };
`;

describe.skipIf(!hasBrowser)('a page that is loaded ahead, in Chromium', () => {
  const browser = useBrowser();

  const load = async () => {
    const { service, site, context } = await setUpSite(browser());
    const page = untilTestEnds(await context.newPage());
    await page.addInitScript(`if (location.search === '?ahead') { ${PRERENDERED} }`);
    await page.goto(`${site}?ahead`);
    await inPage(
      page,
      `start({ autoInstall: true, autoSessions: true, pageViews: true }); void Tributary.trackEvent('own')`,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { service, site, page, sent: () => service.requests.filter(({ path }) => path.startsWith('/v1')) };
  };

  test('counts once it is shown', async () => {
    const { service, page, sent } = await load();
    expect(sent()).toEqual([]);
    await inPage(page, 'show(); await Tributary.flush()');
    expect(service.acceptedNames().sort()).toEqual(['install', 'own', 'page_view', 'session_start']);
  });

  test('leaves nothing if it never is', async () => {
    const { service, site, page, sent } = await load();
    await page.goto(`${site}empty`);
    expect(sent()).toEqual([]);
    expect(
      await inPage(page, `return Object.keys(localStorage).filter((key) => key.includes('.ahead.'))`),
    ).toEqual([]);
    await page.goto(site);
    await inPage(page, `start({}); await Tributary.trackEvent('shown'); await Tributary.flush()`);
    expect(service.acceptedNames()).toEqual(['shown']);
  });
});
