import type { BrowserContext } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { hasBrowser } from '../../testing/chromium/chromium.ts';
import { inPage, openSdkPage, untilTestEnds, visitAgain } from '../../testing/pages/sdk-page.ts';
import { setUpSite, useBrowser } from '../../testing/pages/set-up-site.ts';
import { slowDown } from '../../testing/pages/slow-down.ts';
import type { Service } from '../../testing/start-service.ts';

describe.skipIf(!hasBrowser)('leaving a page in Chromium', () => {
  const browser = useBrowser();
  let service: Service;
  let context: BrowserContext;
  let site: string;

  beforeEach(async () => {
    ({ service, site, context } = await setUpSite(browser()));
  });

  const sizes = () => service.ingestRequests().map(({ events }) => events.length);
  const received = () => service.ingestRequests().flatMap(({ events }) => events);

  test('the first event of a page is sent at once, the others together', async () => {
    const page = await openSdkPage(context, site);
    await inPage(page, `await Tributary.trackEvent('one')`);
    await expect.poll(() => service.acceptedNames()).toEqual(['one']);
    // Ends the pass that has sent it, which also takes what is tracked meanwhile.
    await inPage(page, 'await Tributary.flush()');
    await inPage(page, `await Tributary.trackEvent('two'); await Tributary.trackEvent('three');`);
    expect(service.acceptedNames()).toEqual(['one']);
    await page.goto(`${site}empty`);
    await expect.poll(() => service.acceptedNames()).toEqual(['one', 'two', 'three']);
    expect(sizes()).toEqual([1, 2]);
  });

  test('events that are sent on leaving need no preflight, and a later visit does not store them again', async () => {
    const page = await openSdkPage(context, site, { ingestEndpoint: service.url });
    await inPage(page, `await Tributary.trackEvent('first'); await Tributary.flush();`);
    service.requests.length = 0;
    await inPage(page, `await Tributary.trackEvent('second'); await Tributary.trackEvent('third');`);
    await page.goto(`${site}empty`);
    await expect.poll(() => service.acceptedNames()).toEqual(['first', 'second', 'third']);
    const [request] = service.ingestRequests();
    expect(request?.headers).toMatchObject({ 'content-type': 'text/plain' });
    expect(request?.headers).not.toHaveProperty('content-encoding');
    expect(service.requests.filter(({ method }) => method === 'OPTIONS')).toEqual([]);
    await visitAgain(context, site);
    expect(service.acceptedNames()).toEqual(['first', 'second', 'third']);
  });

  test('what is sent on leaving stays below 60 KB in total, and a later visit sends the rest', async () => {
    const page = await openSdkPage(context, site);
    await inPage(page, `await Tributary.trackEvent('first'); await Tributary.flush();`);
    service.requests.length = 0;
    await inPage(
      page,
      `await Promise.all(Array.from({ length: 45 }, (_, at) => Tributary.trackEvent('e' + at, { text: 'x'.repeat(2000) })))`,
    );
    await page.goto(`${site}empty`);
    await expect.poll(() => service.ingestRequests().length).toBeGreaterThan(0);
    const bytes = service.ingestRequests().reduce((sum, { raw }) => sum + raw.length, 0);
    expect(bytes).toBeLessThanOrEqual(60 * 1024);
    expect(received().length).toBeGreaterThan(15);
    await visitAgain(context, site);
    expect(service.accepted.size).toBe(46);
  });

  test('a page that is hidden sends, and does not send again what has been answered', async () => {
    const page = await openSdkPage(context, site);
    await inPage(page, `await Tributary.trackEvent('first'); await Tributary.flush();`);
    await inPage(page, `await Tributary.trackEvent('second')`);
    await inPage(
      page,
      `Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
       document.dispatchEvent(new Event('visibilitychange'));`,
    );
    await expect.poll(() => service.acceptedNames()).toEqual(['first', 'second']);
    await expect
      .poll(async () => (await inPage<{ queued: number }>(page, 'return Tributary.stats()')).queued)
      .toBe(0);
    await inPage(page, 'await Tributary.flush()');
    expect(received()).toHaveLength(2);
    expect(await inPage(page, 'return Tributary.stats()')).toMatchObject({ sent: 2, deduplicated: 0 });
  });

  test('nothing is sent on leaving while tracking is disabled', async () => {
    const page = await openSdkPage(context, site);
    await inPage(page, `await Tributary.trackEvent('first'); await Tributary.flush();`);
    await inPage(page, `await Tributary.trackEvent('second'); void Tributary.disableTracking();`);
    await page.goto(`${site}empty`);
    await visitAgain(context, site);
    expect(service.acceptedNames()).toEqual(['first']);
  });

  test.each([
    ['after a while', 'await Tributary.flush();'],
    ['in the turn of init', ''],
  ])('events tracked in the turn of a navigation, %s, arrive by the next visit', async (_name, before) => {
    for (let round = 0; round < 5; round++) {
      const page = await context.newPage();
      await page.goto(site);
      await slowDown(page, 6);
      const leave = `
        start();
        ${before}
        for (let at = 0; at < 4; at++) Tributary.trackEvent('last-${round}-' + at);
        Tributary.trackEvent('purchase', { revenue: ${round}, currency: 'NGN' });
        location.href = '/empty';`;
      await Promise.all([page.waitForURL('**/empty'), page.evaluate(`void (async () => { ${leave} })()`)]);
      await page.close();
      await visitAgain(context, site);
      expect(service.accepted.size).toBe((round + 1) * 5);
    }
    const first = [...service.accepted.values()].slice(0, 5);
    expect(first.map((event) => event.custom_event_name ?? event.event_type).sort()).toEqual(
      [...[0, 1, 2, 3].map((at) => `last-0-${at}`), 'purchase'].sort(),
    );
    const ids = new Set([...service.accepted.values()].map(({ installation_id }) => installation_id));
    expect(ids.size).toBe(1);
    expect(first.every(({ os_name }) => os_name === 'Linux')).toBe(true);
  });

  test('a page from the back-forward cache goes on, and no event is lost or stored twice', async () => {
    const page = await openSdkPage(context, site, { flushIntervalMs: 1000 });
    await inPage(
      page,
      `await Tributary.trackEvent('before'); Tributary.trackEvent('leaving'); window.mark = 1;`,
    );
    await page.goto(`${site}empty`);
    // Not page.goBack(), which waits for a page that is loaded again.
    await page.evaluate('void history.back()');
    await expect.poll(() => page.evaluate('window.mark').catch(() => undefined)).toBe(1);
    await inPage(page, `await Tributary.trackEvent('back'); await Tributary.flush();`);
    await expect.poll(() => service.acceptedNames().sort()).toEqual(['back', 'before', 'leaving']);
  });

  test('events tracked offline are sent when the network is back', async () => {
    const page = await openSdkPage(context, site);
    await inPage(page, 'await Tributary.flush()');
    await context.setOffline(true);
    await inPage(page, `await Tributary.trackEvent('offline'); await Tributary.flush();`);
    expect(service.ingestRequests()).toEqual([]);
    await context.setOffline(false);
    await expect.poll(() => service.acceptedNames()).toEqual(['offline']);
  });

  test.each([
    ['closed', false],
    ['closed, in a browser without Web Locks', true],
  ])(
    'a tab that is %s during a send does not keep the next one from sending',
    async (_name, withoutLocks) => {
      if (withoutLocks)
        await context.addInitScript(`Object.defineProperty(navigator, 'locks', { value: undefined });`);
      const page = await openSdkPage(context, site);
      await inPage(page, 'await Tributary.flush()');
      service.next.ingest = [{ status: 200, hangs: true }];
      await inPage(page, `void Tributary.trackEvent('first')`);
      await expect.poll(() => service.ingestRequests().length).toBe(1);
      await page.close();
      const next = await openSdkPage(context, site);
      const flush = async () => {
        await inPage(next, 'await Tributary.flush()');
        return service.acceptedNames();
      };
      await expect.poll(flush, { interval: 200 }).toEqual(['first']);
    },
  );

  test('two tabs send one at a time', async () => {
    const tabs = [await openSdkPage(context, site), await openSdkPage(context, site)];
    await Promise.all(tabs.map((tab) => inPage(tab, 'await Tributary.flush()')));
    await context.setOffline(true);
    for (const tab of tabs)
      await inPage(tab, `for (let at = 0; at < 30; at++) await Tributary.trackEvent('e')`);
    await context.setOffline(false);
    await Promise.all(tabs.map((tab) => inPage(tab, 'await Tributary.flush()')));
    await expect.poll(() => service.accepted.size).toBe(60);
    expect(received()).toHaveLength(60);
  });

  test('two tabs on a first visit are one installation', async () => {
    for (let round = 0; round < 8; round++) {
      const visit = untilTestEnds(await browser().newContext());
      const tabs = await Promise.all([visit.newPage(), visit.newPage(), visit.newPage()]);
      await Promise.all(tabs.map((tab) => tab.goto(site)));
      service.accepted.clear();
      await Promise.all(
        tabs.map((tab, at) =>
          inPage(tab, `start(); await Tributary.trackEvent('tab-${at}'); await Tributary.flush();`),
        ),
      );
      await visitAgain(visit, site);
      const ids = [...service.accepted.values()].map(({ installation_id }) => installation_id);
      expect(ids).toHaveLength(3);
      expect(new Set(ids).size).toBe(1);
    }
  });
});
