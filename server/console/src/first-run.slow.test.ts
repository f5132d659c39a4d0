import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { openBrowser } from '@tributary/sdk/testing/chromium/open-browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type FreshService, startFromNothing } from './testing/start-from-nothing.ts';
import { settle, type WatchedPage, watchPage } from './testing/watched-page.ts';

const run = promisify(execFile);
/** The wish itself: from the start of the service to the first event that it has. */
const TWO_MINUTES_MS = 120_000;
/** Programs below it find the SDK as they would after its installation. */
const PROJECTS = join(
  dirname(fileURLToPath(import.meta.resolve('@tributary/sdk/node'))),
  '../../node_modules/.cache',
);

const hasProgram = (name: string, argument = '--version') =>
  run(name, [argument]).then(
    () => true,
    () => false,
  );

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let service: FreshService;
  let browser: Browser;
  let watched: WatchedPage;
  /** How long the service took to be ready, in ms. */
  let start: number;

  beforeAll(async () => {
    const begun = performance.now();
    service = await startFromNothing();
    start = performance.now() - begun;
    browser = await openBrowser();
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.origin });
    watched = await watchPage(context);
  });
  afterAll(async () => {
    await watched?.page.context().close();
    await service?.close();
  });

  const fill = async (values: Record<string, string>, submit: string) => {
    const { page } = watched;
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: submit }).click();
  };
  const reach = (heading: string) => watched.page.getByRole('heading', { name: heading }).waitFor();

  /** From the step of the app to the one that waits. */
  async function makeApp(name: string): Promise<void> {
    await fill(
      { Name: name, 'Bundle id': `com.example.${name.toLowerCase().replace(/\W/g, '')}` },
      'Make the app',
    );
    await reach('3. A key');
    await fill({}, 'Make the key');
    await reach(`4. Your first event: ${name}`);
    await watched.page.getByText('Waiting for your first event').waitFor();
    await watched.page.getByText('This page is watching.').waitFor();
  }
  /** The code of that name, as its button copies it. */
  async function copyCode(kind: string): Promise<string> {
    const { page } = watched;
    await page.getByRole('tab', { name: kind, exact: true }).click();
    const code = page.getByRole('tabpanel').getByRole('button', { name: /^Copy: / });
    await code.last().click();
    await expect.poll(() => code.last().innerText()).toBe('Copied');
    return page.evaluate(() => navigator.clipboard.readText());
  }
  const untilReceived = () =>
    watched.page.getByRole('status').getByText('received', { exact: true }).waitFor();
  const startAnother = async (name: string) => {
    await watched.page.getByRole('link', { name: 'Another app' }).click();
    await reach('2. Your app');
    await makeApp(name);
  };

  test('a stranger has their first event within two minutes of the start', async ({ skip }) => {
    if (!(await hasProgram('curl'))) skip('there is no curl on this machine');
    if (!(await hasProgram('openssl', 'version'))) skip('there is no openssl on this machine');
    const { page, takeProblems } = watched;
    const opened = performance.now();
    await page.goto(service.origin);
    await reach('Sign in');
    await page.getByRole('link', { name: 'Sign up' }).click();
    const person = {
      'Your name': 'Ada',
      'E-mail address': 'ada@example.com',
      Password: 'Correct-horse-9-battery',
    };
    await fill(person, 'Sign up');
    await reach('1. Your account');
    await fill({ 'Name of the account': 'Example Ltd' }, 'Make the account');
    await reach('2. Your app');
    await expect.poll(() => focused(page)).toBe('2. Your app');
    await makeApp('Shop');
    await expect.poll(() => focused(page)).toBe('4. Your first event: Shop');
    const code = await copyCode('curl');
    expect(code).toContain(service.origin);
    const { stdout } = await run('bash', ['-c', code]);
    expect(stdout).toContain('"status":"accepted"');
    await untilReceived();
    const ms = start + (performance.now() - opened);
    process.stdout.write(`From the start of the service to the first event: ${(ms / 1000).toFixed(1)} s\n`);
    expect(ms).toBeLessThan(TWO_MINUTES_MS);
    expect(takeProblems()).toEqual([]);
  });

  test('the code for Python runs as it was copied', async ({ skip }) => {
    if (!(await hasProgram('python3'))) skip('there is no python3 on this machine');
    await startAnother('Python app');
    const { stdout } = await run('python3', ['-c', await copyCode('Python')], {
      env: { ...process.env, no_proxy: '127.0.0.1' },
    });
    expect(stdout).toContain('"status":"accepted"');
    await untilReceived();
  });

  test('the code for Node runs as it was copied', async () => {
    await startAnother('Node app');
    const folder = await newFolder();
    await writeFile(join(folder, 'first.mjs'), await copyCode('Node'));
    await run(process.execPath, ['first.mjs'], { cwd: folder });
    await untilReceived();
  });

  test('the code for a web page runs as it was copied', async () => {
    await startAnother('Web app');
    const html = `<!doctype html><title>Shop</title>${await copyCode('Web')}`;
    const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    onTestFinished(() => void site.close());
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await untilReceived();
    await visitor.context().close();
    expect(watched.takeProblems()).toEqual([]);
  });

  test('a reload forgets the key, and takes it back from whoever has kept it', async () => {
    const { page } = watched;
    await startAnother('Kept app');
    const code = await copyCode('Node');
    const [apiKey = ''] = /svc_[0-9a-f]{64}/.exec(code) ?? [];
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    expect(stored + page.url()).not.toContain(apiKey.slice(4));
    await page.reload();
    await settle(page);
    await page.getByText('a key is shown once').waitFor();
    expect(await copyCode('Node')).toContain("'svc_…'");
    await fill({ 'A key that you have kept': `svc_${'0'.repeat(64)}` }, 'Use this key');
    await page.getByRole('alert').getByText('There is no such key').waitFor();
    await fill({ 'A key that you have kept': apiKey }, 'Use this key');
    await page.getByText('This is the key').waitFor();
    expect(await copyCode('Node')).toBe(code);
    watched.takeProblems();
  });
});

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

async function newFolder(): Promise<string> {
  await mkdir(PROJECTS, { recursive: true });
  const folder = await mkdtemp(join(PROJECTS, 'first-run-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
