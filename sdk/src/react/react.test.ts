import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { build } from 'vite';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Tributary } from '../browser.ts';
import { createClient } from '../client/create-client.ts';
import { createInertPlatform } from '../platform/create-inert-platform.ts';
import type { Platform } from '../platform/platform.ts';
import { TributaryProvider, useDeferredDeepLink, useTributary } from '../react.ts';
import { hasBrowser } from '../testing/chromium/chromium.ts';
import { openBrowser } from '../testing/pages/open-browser.ts';
import { untilTestEnds } from '../testing/pages/sdk-page.ts';
import { startSite } from '../testing/pages/start-site.ts';
import { API_KEY, startService } from '../testing/start-service.ts';

const LINK = { path: '/promo/1', params: {}, clickId: null, slug: 'promo', campaignId: null, channel: 'sms' };

/** The app of `react-app.ts` as one script. */
async function bundleApp(): Promise<string> {
  const entry = fileURLToPath(new URL('../testing/pages/react-app.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'app' } },
  });
  const [chunk] = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  if (chunk?.type !== 'chunk') throw new Error('there is no bundle');
  return chunk.code;
}

describe.skipIf(!hasBrowser)('in React in Chromium', () => {
  let browser: Browser;
  let app: string;

  beforeAll(async () => {
    [browser, app] = await Promise.all([openBrowser(), bundleApp()]);
  });

  test.each([
    ['', 2],
    ['in strict mode, which runs effects twice', 4],
  ])(
    'components track events as they are shown, and show the deferred deep link %s',
    async (mode, events) => {
      const service = await startService();
      onTestFinished(() => service[Symbol.asyncDispose]());
      service.next['deep-link'] = [{ status: 202 }, { status: 200, body: JSON.stringify(LINK) }];
      const site = await startSite(service, {
        '/': ['text/html', '<!doctype html><title>t</title><body><script src="/app.js"></script>'],
        '/app.js': ['text/javascript', app],
      });
      const context = untilTestEnds(await browser.newContext());
      const page = await context.newPage();
      await page.goto(mode ? `${site}?strict` : site);
      await page.waitForFunction("document.body.innerText.includes('/promo/1')");
      expect(await page.evaluate("[...document.querySelectorAll('p')].map((p) => p.innerText)")).toEqual([
        LINK.path,
        LINK.path,
      ]);
      await expect
        .poll(() => service.acceptedNames().filter((name) => name === 'level_up').length)
        .toBe(events);
      expect(service.acceptedNames().filter((name) => name === 'install')).toHaveLength(1);
      expect(service.requestsTo('deep-link')).toHaveLength(2);
    },
  );
});

describe('rendered on a server', () => {
  function Shown() {
    const link = useDeferredDeepLink();
    return createElement('p', {}, useTributary().isInitialised() ? (link?.path ?? 'no link') : 'not started');
  }

  test('components have the client, no link, and send nothing', async () => {
    const service = await startService();
    onTestFinished(() => service[Symbol.asyncDispose]());
    onTestFinished(() => Tributary.close());
    const app = createElement(
      TributaryProvider<object>,
      { client: Tributary, apiKey: API_KEY, config: { ingestEndpoint: service.url } },
      createElement(Shown),
    );
    expect(renderToString(app)).toBe('<p>no link</p>');
    await Tributary.flush();
    expect(service.requests).toEqual([]);
  });

  test('a component that is loaded with another copy of the package has the client', async () => {
    onTestFinished(() => Tributary.close());
    vi.resetModules();
    const copy = await import('../react.ts');
    expect(copy.TributaryProvider).not.toBe(TributaryProvider);
    const app = createElement(
      copy.TributaryProvider<object>,
      { client: Tributary, apiKey: API_KEY, config: { ingestEndpoint: 'https://t.example' } },
      createElement(Shown),
    );
    expect(renderToString(app)).toBe('<p>no link</p>');
  });

  test('a component without a provider is shown, and the log says once what is missing', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => said.mockRestore());
    for (let at = 0; at < 2; at++) expect(renderToString(createElement(Shown))).toBe('<p>not started</p>');
    expect(said.mock.calls).toEqual([[expect.stringContaining('there is no TributaryProvider')]]);
  });

  test('with a blank key, nothing that components call throws', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => said.mockRestore());
    const client = createClient((platform: Platform) => platform);
    let called: Promise<unknown> | undefined;
    function Calling() {
      const tributary = useTributary();
      const calls = [tributary.trackEvent('open'), tributary.screen('a'), tributary.identify('u-1')];
      called = Promise.all([...calls, tributary.flush(), tributary.stats()]);
      return createElement('p', {}, 'shown');
    }
    const app = createElement(
      TributaryProvider<Platform>,
      { client, apiKey: ' ', context: createInertPlatform() },
      createElement(Calling),
    );
    expect(renderToString(app)).toBe('<p>shown</p>');
    await called;
    expect(() => client.trackEvent('open')).toThrow(
      expect.objectContaining({ name: 'IllegalStateException' }),
    );
  });
});
