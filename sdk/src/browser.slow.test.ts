import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listInternalNames } from '../scripts/list-internal-names.ts';
import { Tributary } from './browser.ts';
import names from './served/internal-names.json' with { type: 'json' };
import { bundleBrowser, bundleCore } from './testing/bundles/bundle-browser.ts';
import { gzipAsServed } from './testing/bundles/gzip-as-served.ts';
import { CHROMIUM, hasBrowser } from './testing/chromium/chromium.ts';
import { untilReceived } from './testing/drive-delivery.ts';
import { openBrowser } from './testing/pages/open-browser.ts';
import { untilTestEnds } from './testing/pages/sdk-page.ts';
import { startSite } from './testing/pages/start-site.ts';
import { API_KEY, startService } from './testing/start-service.ts';

/** What a page loads with everything, and the part of it that every client has. */
const MAX_BYTES = 15.75 * 1024;
const MAX_CORE_BYTES = 10.3 * 1024;

const SCRIPT = '<script src="/sdk.js"></script><script>';

describe('the browser bundle', () => {
  test.each(['es', 'iife'] as const)('as %s needs nothing from Node', async (format) => {
    const code = await bundleBrowser(format);
    expect(code).not.toMatch(/node:|require\(|__vite-browser-external|\bBuffer\b|process\.env/);
  });

  test('shortens the names of internal members only', async () => {
    expect(await listInternalNames(), 'run `npm run internal-names -w sdk`').toEqual(names);
  });

  test('has all methods by their names', async () => {
    const code = await bundleBrowser('es');
    const served = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    expect(Object.keys(served.Tributary).sort()).toEqual(Object.keys(Tributary).sort());
  });

  test('is small', async () => {
    expect((await gzipAsServed(await bundleBrowser('iife'))).length).toBeLessThanOrEqual(MAX_BYTES);
    expect((await gzipAsServed(await bundleBrowser('es'))).length).toBeLessThanOrEqual(MAX_BYTES);
    expect((await gzipAsServed(await bundleCore())).length).toBeLessThanOrEqual(MAX_CORE_BYTES);
  });
});

describe.skipIf(!hasBrowser)('in Chromium', () => {
  test.each([
    ['a script', 'iife', SCRIPT],
    ['a module', 'es', '<script type="module">import { Tributary } from "/sdk.js";'],
  ] as const)(
    'loaded as %s, it sends to its own origin, and events outlive the page',
    async (_name, format, load) => {
      const service = await startService();
      onTestFinished(() => service[Symbol.asyncDispose]());
      const site = await startSite(service, {
        '/sdk.js': ['text/javascript', await bundleBrowser(format)],
        '/': [
          'text/html',
          page(load, "Tributary.trackEvent('offline', { n: 1 }).then(() => { location = '/second'; });"),
        ],
        '/second': ['text/html', page(load, "Tributary.trackEvent('online').then(() => Tributary.flush());")],
      });
      // The first page cannot resolve its key, so its event waits on disk.
      service.next['resolve-key'] = [{ status: 500 }];
      const accepted = untilReceived(service, 2);
      await openChromium(site);
      await accepted;
      const events = [...service.accepted.values()];
      expect(events.map((event) => event.custom_event_name)).toEqual(['offline', 'online']);
      expect(events[0]).toMatchObject({ os_name: 'Linux', event_properties: { n: 1 } });
      expect(events[0]?.installation_id).toBe(events[1]?.installation_id);
      // Another page has another monotonic clock, so the age is left out.
      expect(events[0]).not.toHaveProperty('age_ms');
      expect(events[1]).toHaveProperty('age_ms');
    },
    60_000,
  );

  test('in a worker, which has no document, it sends as well', async () => {
    const service = await startService();
    onTestFinished(() => service[Symbol.asyncDispose]());
    const worker = `import { Tributary } from '/sdk.js';
      Tributary.init({}, '${API_KEY}');
      Tributary.trackEvent('worked').then(() => Tributary.flush());`;
    const site = await startSite(service, {
      '/sdk.js': ['text/javascript', await bundleBrowser('es')],
      '/worker.js': ['text/javascript', worker],
      '/': ['text/html', "<script>new Worker('/worker.js', { type: 'module' })</script>"],
    });
    const accepted = untilReceived(service, 1);
    await openPage(site);
    await accepted;
    expect(service.acceptedNames()).toEqual(['worked']);
    expect([...service.accepted.values()][0]).not.toHaveProperty('screen_resolution');
  });

  test('a classic worker loads the script', async () => {
    const service = await startService();
    onTestFinished(() => service[Symbol.asyncDispose]());
    const worker = `importScripts('/sdk.js');
      Tributary.init({}, '${API_KEY}', { ingestEndpoint: location.origin });
      Tributary.trackEvent('worked').then(() => Tributary.flush());`;
    const site = await startSite(service, {
      '/sdk.js': ['text/javascript', await bundleBrowser('iife')],
      '/worker.js': ['text/javascript', worker],
      '/': ['text/html', "<script>new Worker('/worker.js')</script>"],
    });
    const accepted = untilReceived(service, 1);
    await openPage(site);
    await accepted;
    expect(service.acceptedNames()).toEqual(['worked']);
  });

  test('loading the script a second time leaves the client as it is', async () => {
    const service = await startService();
    onTestFinished(() => service[Symbol.asyncDispose]());
    const site = await startSite(service, {
      '/sdk.js': ['text/javascript', await bundleBrowser('iife')],
      '/': [
        'text/html',
        page(SCRIPT, `</script>${SCRIPT} Tributary.trackEvent('twice').then(() => Tributary.flush());`),
      ],
    });
    const accepted = untilReceived(service, 1);
    await openPage(site);
    await accepted;
    expect(service.acceptedNames()).toEqual(['twice']);
  });

  test('before the visitor agrees nothing is stored but the choice itself', async () => {
    const service = await startService();
    onTestFinished(() => service[Symbol.asyncDispose]());
    const site = await startSite(service, {
      '/sdk.js': ['text/javascript', await bundleBrowser('iife')],
      '/': [
        'text/html',
        `<!doctype html><title>t</title>${SCRIPT}
        const report = async (when) => {
          const stored = [...Object.keys(localStorage), ...(await indexedDB.databases()).map(({ name }) => name)];
          await fetch('/v1/report?' + when + '=' + stored.length + ':' + stored[0]);
        };
        (async () => {
          Tributary.init({}, '${API_KEY}', { trackingEnabled: false, pageViews: true });
          await Tributary.identify('u-1');
          await Tributary.trackEvent('open');
          await Tributary.flush();
          await Tributary.stats();
          await report('before');
          await Tributary.disableTracking();
          await report('against');
          await Tributary.enableTracking();
          await Tributary.trackEvent('agreed');
          await Tributary.flush();
        })();</script>`,
      ],
    });
    await openPage(site);
    await expect.poll(() => service.acceptedNames()).toContain('agreed');
    expect(service.requestsTo('report').map(({ path }) => path)).toEqual([
      '/v1/report?before=0:undefined',
      '/v1/report?against=1:tributary.tracking-disabled',
    ]);
  }, 60_000);

  test('navigating away during a send does not block the next page', async () => {
    const service = await startService();
    onTestFinished(() => service[Symbol.asyncDispose]());
    // The first page navigates away once its request, which is never answered, is on its way.
    service.next.ingest = [{ status: 200, hangs: true }];
    const leave = `const send = fetch;
      let isLeaving = false;
      fetch = (url, init) => {
        const sent = send(url, init);
        // Not again for what is sent on leaving, which would open the next page twice.
        if (/ingest/.test(url) && !isLeaving) {
          isLeaving = true;
          location = '/second';
        }
        return sent;
      };`;
    const site = await startSite(service, {
      '/sdk.js': ['text/javascript', await bundleBrowser('iife')],
      '/': [
        'text/html',
        page(SCRIPT, `${leave} Tributary.trackEvent('first').then(() => Tributary.flush());`),
      ],
      '/second': ['text/html', page(SCRIPT, "Tributary.trackEvent('second').then(() => Tributary.flush());")],
    });
    const accepted = untilReceived(service, 2);
    await openPage(site);
    await accepted;
    // What is sent on leaving may arrive after the next page's own.
    expect(service.acceptedNames().sort()).toEqual(['first', 'second']);
  }, 20_000);
});

const page = (load: string, then: string) =>
  `<!doctype html><title>t</title>${load} Tributary.init({ appVersion: '1.2' }, '${API_KEY}', { autoInstall: false, autoSessions: false }); ${then}</script>`;

async function openPage(url: string): Promise<void> {
  const browser = await openBrowser();
  const opened = await untilTestEnds(await browser.newContext()).newPage();
  await opened.goto(url, { waitUntil: 'commit' });
}

/** A Chromium of its own, as people have it: driven by nobody, with a profile on the disk. */
async function openChromium(url: string): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'tributary-chromium-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const browser = spawn(
    CHROMIUM,
    [...flags, ...quiet, '--remote-debugging-port=0', `--user-data-dir=${profile}`, url],
    {
      stdio: 'ignore',
      detached: true,
    },
  );
  onTestFinished(async () => {
    const gone = new Promise((resolve) => browser.once('exit', resolve));
    // The browser has its own process group, since it is several processes.
    if (browser.pid) process.kill(-browser.pid, 'SIGKILL');
    await gone;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
}
