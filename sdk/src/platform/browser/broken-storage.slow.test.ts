import type { BrowserContext, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { STORAGE_DEADLINE_MS } from '../../storage/guard-storage.ts';
import { queueName } from '../../storage/queue-name.ts';
import { hasBrowser } from '../../testing/chromium/chromium.ts';
import { inPage, openSdkPage, startSdkSite, statsOf, visitAgain } from '../../testing/pages/sdk-page.ts';
import { setUpSite, useBrowser } from '../../testing/pages/set-up-site.ts';
import { API_KEY, type Service } from '../../testing/start-service.ts';

const BREAKING: Record<string, string> = {
  'does not answer': `IDBFactory.prototype.open = () => ({});`,
  'is forbidden': `IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };`,
  'is missing': `Object.defineProperty(window, 'indexedDB', { value: undefined });`,
  'is over its quota': `IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError'); };`,
  'aborts for its quota': `
    const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function (value) {
      const request = add.call(this, value);
      this.transaction.abort();
      return request;
    };`,
};

describe.skipIf(!hasBrowser)('broken storage in Chromium', () => {
  const browser = useBrowser();
  let service: Service;
  let context: BrowserContext;
  let site: string;

  beforeEach(async () => {
    ({ service, site, context } = await setUpSite(browser()));
  });

  async function openBroken(script: string): Promise<Page> {
    const page = await context.newPage();
    await page.addInitScript(script);
    await page.goto(site);
    await inPage(page, 'start()');
    return page;
  }

  test.each(Object.keys(BREAKING))(
    'while IndexedDB %s, events are sent, and what is not sent outlives the page',
    async (kind) => {
      const page = await openBroken(BREAKING[kind] ?? '');
      await inPage(page, `await Tributary.trackEvent('first'); await Tributary.flush();`);
      expect(service.acceptedNames()).toEqual(['first']);
      expect((await statsOf(page)).storage).toMatchObject({ works: false, error: expect.any(String) });

      service.refuse = () => ({ status: 503, headers: { 'retry-after': '3600' } });
      await inPage(page, `await Tributary.trackEvent('second');`);
      await page.close();
      service.refuse = () => undefined;
      await visitAgain(context, site);
      expect(service.acceptedNames()).toEqual(['first', 'second']);
    },
  );

  test('an IndexedDB that never answers keeps the first event for little longer than its deadline', async () => {
    const page = await openBroken(BREAKING['does not answer'] ?? '');
    const begun = performance.now();
    await inPage(page, `void Tributary.trackEvent('first');`);
    await expect.poll(() => service.acceptedNames(), { timeout: 15_000 }).toEqual(['first']);
    expect(performance.now() - begun).toBeLessThan(STORAGE_DEADLINE_MS + 2500);
  }, 20_000);

  test.each(['is forbidden', 'is missing'])('while IndexedDB %s, it is one installation', async (kind) => {
    const first = await openBroken(BREAKING[kind] ?? '');
    const id = await inPage(first, 'return Tributary.installationId()');
    await first.close();
    const later = await openSdkPage(context, site);
    expect(await inPage(later, 'return Tributary.installationId()')).toBe(id);
  });

  test('a database that is deleted under the page is created again', async () => {
    const page = await openSdkPage(context, site);
    await inPage(page, `await Tributary.trackEvent('first'); await Tributary.flush();`);
    const other = await context.newPage();
    await other.goto(`${site}empty`);
    await inPage(
      other,
      `for (const { name } of await indexedDB.databases()) {
         await new Promise((done) => { indexedDB.deleteDatabase(name).onsuccess = done; });
       }`,
    );
    await inPage(page, `await Tributary.trackEvent('second'); await Tributary.flush();`);
    expect(service.acceptedNames()).toEqual(['first', 'second']);
    expect(await statsOf(page)).toMatchObject({ queued: 0, storage: { works: true, inMemory: 0 } });
  });

  test('storage that the browser clears under the page loses no event that is tracked later', async () => {
    const page = await openSdkPage(context, site);
    await inPage(page, `await Tributary.trackEvent('first'); await Tributary.flush();`);
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: site.slice(0, -1), storageTypes: 'all' });
    await inPage(page, `await Tributary.trackEvent('second'); await Tributary.flush();`);
    expect(service.acceptedNames()).toEqual(['first', 'second']);
    expect(new Set([...service.accepted.values()].map(({ installation_id }) => installation_id)).size).toBe(
      1,
    );
  });

  test('a database that another page blocks does not stop anything', async () => {
    const other = await context.newPage();
    await other.goto(`${site}empty`);
    await inPage(
      other,
      `await new Promise((done) => { indexedDB.open('tributary-${queueName(API_KEY)}', 1).onsuccess = done; });
       indexedDB.deleteDatabase('tributary-${queueName(API_KEY)}');`,
    );
    const page = await openSdkPage(context, site);
    await inPage(page, `await Tributary.trackEvent('first'); await Tributary.flush();`);
    expect(service.acceptedNames()).toEqual(['first']);
    expect((await statsOf(page)).storage).toMatchObject({ works: false });
  });

  test.each([
    [
      'forbidden',
      `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });`,
    ],
    [
      'full',
      `try { for (let text = 'x'.repeat(2 ** 20), at = 0; text; at++) {
       try { localStorage.setItem('filler' + at, text); } catch { text = text.slice(Math.ceil(text.length / 2)); }
     } } catch {}`,
    ],
  ])('while localStorage is %s, events are sent', async (_name, script) => {
    const page = await openBroken(script);
    await inPage(
      page,
      `await Tributary.trackEvent('first'); Tributary.identify('u-1'); await Tributary.flush();`,
    );
    expect([...service.accepted.values()].map(({ user_id }) => user_id)).toEqual([undefined, 'u-1']);
    expect((await statsOf(page)).storage.works).toBe(false);
  });

  test('where a page has neither locks nor compression, as outside of secure contexts, events are sent', async () => {
    const page = await openBroken(`
      delete Navigator.prototype.locks;
      delete window.CompressionStream;`);
    await inPage(page, `await Tributary.trackEvent('first'); await Tributary.flush();`);
    await inPage(page, `await Tributary.trackEvent('second'); await Tributary.flush();`);
    expect(service.acceptedNames()).toEqual(['first', 'second']);
    expect((await statsOf(page)).storage.works).toBe(true);
  });

  test('a lock that a busy page gets too late stops neither this page nor others', async () => {
    const page = await openBroken(`
      const { request } = LockManager.prototype;
      let isLate = true;
      LockManager.prototype.request = function (name, options, hold) {
        const pause = isLate ? ${STORAGE_DEADLINE_MS + 500} : 0;
        isLate = false;
        const holdLate = (lock) => new Promise((done) => setTimeout(done, pause)).then(() => hold(lock));
        return request.call(this, name, options, holdLate);
      };`);
    await inPage(page, `await Tributary.trackEvent('first'); await Tributary.flush();`);
    await new Promise((done) => setTimeout(done, 1000));
    await inPage(page, `await Tributary.trackEvent('second'); await Tributary.flush();`);
    const other = await openSdkPage(context, site);
    await inPage(other, `await Tributary.trackEvent('third'); await Tributary.flush();`);
    expect(service.acceptedNames()).toEqual(['first', 'second', 'third']);
  }, 20_000);

  test('in a sandboxed frame, events are sent', async () => {
    const page = await context.newPage();
    await page.goto(`${site}empty`);
    await page.evaluate(`document.body.innerHTML = '<iframe sandbox="allow-scripts" src="/"></iframe>'`);
    await expect.poll(() => page.frames().length).toBe(2);
    const frame = page.frames()[1];
    await frame?.waitForLoadState();
    const config = JSON.stringify({ ingestEndpoint: service.url });
    await frame?.evaluate(
      `(async () => { start(${config}); await Tributary.trackEvent('framed'); await Tributary.flush(); })()`,
    );
    expect(service.acceptedNames()).toEqual(['framed']);
  });

  test('a damaged installation id is replaced', async () => {
    const page = await context.newPage();
    await page.goto(site);
    await inPage(
      page,
      `localStorage.setItem('tributary.installation-id', 'undefined'); start(); Tributary.trackEvent('first');`,
    );
    await inPage(page, 'await Tributary.flush()');
    await visitAgain(context, site);
    const [event] = [...service.accepted.values()];
    expect(event?.installation_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await inPage(page, `return localStorage.getItem('tributary.installation-id')`)).toBe(
      event?.installation_id,
    );
  });

  test('under a strict content security policy it works', async () => {
    const strict = await startSdkSite(service);
    const page = await context.newPage();
    await page.route('**/strict', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'" },
        body: '<!doctype html><title>t</title><script src="/sdk.js"></script>',
      }),
    );
    await page.goto(`${strict}strict`);
    await inPage(
      page,
      `Tributary.init({}, '${API_KEY}', { autoInstall: false, autoSessions: false });
      await Tributary.trackEvent('strict'); await Tributary.flush();`,
    );
    expect(service.acceptedNames()).toEqual(['strict']);
  });
});
