import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { openBrowser } from '@tributary/sdk/testing/chromium/open-browser';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { listen } from '../../testing/serve-over-http.ts';
import { useService } from '../../testing/use-service.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const BUILD =
  "import('./scripts/install/build-pages.mjs').then((m) => m.buildPages('.', process.execPath, (why) => { throw new Error(why) }))";

beforeAll(() => void execFileSync(process.execPath, ['-e', BUILD], { cwd: ROOT }));

const addresses = () => {
  const { files } = JSON.parse(readFileSync(join(ROOT, 'dist/pages/guide/files.json'), 'utf8'));
  return Object.keys(files)
    .filter((path) => path.endsWith('.html'))
    .map((path) => `/docs/guide/${path.replace(/^index\.html$|\.html$/, '')}`);
};

const service = useService();
const server = perSuite(
  () => listen(service),
  ({ close }) => close(),
);

test('the service serves what the build wrote', async () => {
  const answer = await fetch(`${server.origin}/docs/guide/sdk/web`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await answer.text()).toContain('<h1 id="');
});

describe.skipIf(!hasBrowser)('in Chromium', () => {
  const context = perSuite(
    async () => (await openBrowser()).newContext(),
    (each) => each.close(),
  );

  /** A page, and what goes wrong on it: errors, violations of its policy, requests of other hosts. */
  async function open(width: number): Promise<{ page: Page; wrongs: string[] }> {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 800 });
    const wrongs: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrongs.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => wrongs.push(`${page.url()}: ${error.message}`));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && origin !== server.origin) wrongs.push(request.url());
    });
    return { page, wrongs };
  }

  test('every page runs under its policy, and fits a phone', async () => {
    const { page, wrongs } = await open(375);
    for (const address of addresses()) {
      await page.goto(server.origin + address);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      if (width !== 375) wrongs.push(`${address} is ${width} wide`);
    }
    expect(wrongs).toEqual([]);
  });

  test('the search finds a heading from the keyboard alone', async () => {
    const { page, wrongs } = await open(1440);
    await page.goto(`${server.origin}/docs/guide`);
    await page.keyboard.press('/');
    await page.keyboard.type('chargeback');
    const results = page.getByRole('option');
    await results.first().waitFor();
    const named = await page.getByRole('combobox').getAttribute('aria-activedescendant');
    expect(named).toBe(await results.first().getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    const address = await results.nth(1).getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.origin}${address}`);
    await page.goBack();
    await page.getByRole('combobox').fill('zzzz no such word');
    await page.getByText('Nothing was found.').waitFor();
    expect(wrongs).toEqual([]);
  });
});
