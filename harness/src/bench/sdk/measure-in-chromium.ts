import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHROMIUM } from '@tributary/sdk/testing/chromium/chromium';
import type { AnsweringService } from './answering-service.ts';
import { bundleWithRolldown } from './bundle-with-rolldown.ts';

/** Figures of one visit, in ms, microseconds for tracking, and events a second. */
export interface VisitFigures {
  /** From the script's first line to a client that is initialised. */
  readonly startMs: number;
  /** From the call of `init` to the first event stored. */
  readonly firstEventMs: number;
  readonly tracking: Record<string, { median: number; p95: number }>;
  readonly flushPerSecond: number;
}

/** Measures the SDK in a page of a fresh Chromium profile: first with a service that is down, then with one that answers. */
export async function measureInChromium(
  service: AnsweringService,
  plan: { queued: number; calls: number; flushed: number },
): Promise<VisitFigures> {
  const input = fileURLToPath(import.meta.resolve('@tributary/sdk/served/script'));
  const code = await bundleWithRolldown(input, { format: 'iife', platform: 'browser' });
  service.files.set('/sdk.iife.js', ['text/javascript', code]);
  service.files.set('/', ['text/html', trackingPage(code, plan)]);
  service.files.set('/flush', ['text/html', flushPage(plan.flushed)]);
  const profile = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  service.answers = false;
  const tracked = service.nextReport();
  const browser = spawn(CHROMIUM, [...FLAGS, `--user-data-dir=${profile}`, `${service.url}/`], {
    stdio: 'ignore',
    detached: true,
  });
  const gone = new Promise((resolve) => browser.once('exit', resolve));
  try {
    const visit = (await tracked) as Omit<VisitFigures, 'flushPerSecond'>;
    service.answers = true;
    return { ...visit, ...((await service.nextReport()) as Pick<VisitFigures, 'flushPerSecond'>) };
  } finally {
    // The browser is several processes in a group of its own.
    if (browser.pid) process.kill(-browser.pid, 'SIGKILL');
    await gone;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
];

const KEY = `svc_${'0'.repeat(64)}`;

const HELPERS = `
  const properties = { screen: 'checkout', items: 3, text: 'Zahlung per Überweisung' };
  const report = (figures) => fetch('/report', { method: 'POST', body: JSON.stringify(figures) });
  const trackAll = (count) =>
    Promise.all(Array.from({ length: count }, (_, at) => Tributary.trackEvent('event_' + at, properties)));
  async function measure(calls) {
    const times = [];
    for (let call = 0; call < calls; call++) {
      const start = performance.now();
      await Tributary.trackEvent('measured', properties);
      times.push((performance.now() - start) * 1000);
    }
    times.sort((a, b) => a - b);
    return { median: times[calls >> 1], p95: times[Math.floor(calls * 0.95)] };
  }`;

const trackingPage = (code: string, { queued, calls }: { queued: number; calls: number }) => `<!doctype html>
<title>bench</title>
<script>const began = performance.now();</script>
<script>${code.replaceAll('</script', '<\\/script')}</script>
<script>
  const loaded = performance.now();
  Tributary.init({}, '${KEY}', { ingestEndpoint: location.origin, autoInstall: false, autoSessions: false });
  const startMs = performance.now() - began;
  ${HELPERS}
  (async () => {
    await Tributary.trackEvent('first', properties);
    const firstEventMs = performance.now() - loaded;
    const tracking = { 0: await measure(${calls}) };
    await trackAll(${queued} - ${calls} - 1);
    tracking[${queued}] = await measure(${calls});
    await report({ startMs, firstEventMs, tracking });
    location = '/flush';
  })();
</script>`;

const flushPage = (flushed: number) => `<!doctype html>
<title>bench</title>
<script src="/sdk.iife.js"></script>
<script>
  ${HELPERS}
  (async () => {
    const start = performance.now();
    Tributary.init({}, '${KEY}', { ingestEndpoint: location.origin, autoInstall: false, autoSessions: false });
    await Tributary.flush();
    await report({ flushPerSecond: ${flushed} / ((performance.now() - start) / 1000) });
  })();
</script>`;
