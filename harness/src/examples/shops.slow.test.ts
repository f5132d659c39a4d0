import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { openBrowser } from '@tributary/sdk/testing/chromium/open-browser';
import { Client } from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createSigningApp, type SigningApp } from '../backend/signing-app.ts';
import { type SpawnedBackend, spawnBackend } from '../backend/spawned-backend.ts';
import { openProject, ROOT } from './open-project.ts';

const run = promisify(execFile);
/** What a project with React has besides; linked, since there is no network. */
const OF_REACT = ['react', 'react-dom', 'scheduler', 'csstype', 'vite', 'undici-types'].concat(
  ['node', 'react', 'react-dom'].map((name) => `@types/${name}`),
);

describe.skipIf(!hasBrowser)(`the shops${hasBrowser ? '' : ' (skipped: there is no Chromium)'}`, () => {
  let backend: SpawnedBackend;
  let database: Client;
  let browser: Browser;

  beforeAll(async () => {
    const { url, drop } = await createTestDatabase();
    backend = await spawnBackend({ DATABASE_URL: url, LOG_LEVEL: 'warn' });
    database = new Client({ connectionString: url });
    await database.connect();
    browser = await openBrowser();
    return async () => {
      await database.end();
      await backend.close();
      await drop();
    };
  });

  const environment = ({ apiKey }: SigningApp) => ({
    ...process.env,
    TRIBUTARY_URL: `${backend.origin}/`,
    API_KEY: apiKey,
    PORT: '0',
  });

  const storedNames = async ({ appId }: SigningApp) => {
    const { rows } = await database.query<{ name: string }>(
      'select coalesce(custom_event_name, event_type) as name from events where app_id = $1 order by 1',
      [appId],
    );
    return rows.map(({ name }) => name);
  };

  async function openPage(url: string) {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }

  /** Fails with the first purchase that is not this one. */
  async function expectPurchase({ appId }: SigningApp, revenue: number): Promise<void> {
    const { rows } = await database.query(
      `select revenue::float8 as revenue, currency, event_properties::jsonb -> 'items' as items
       from events where app_id = $1 and event_type = 'purchase'`,
      [appId],
    );
    expect(rows).toEqual([{ revenue, currency: 'NGN', items: ['a-1', 'b-2'] }]);
  }

  test('of plain HTML tracks views, the cart and the purchase', async () => {
    const app = await createSigningApp(backend);
    const serve = spawn(process.execPath, [join(ROOT, 'examples/shop-page/serve.js')], {
      env: environment(app),
    });
    onTestFinished(() => void serve.kill());
    const [line] = await once(serve.stdout, 'data');
    const page = await openPage(/http:\S+/.exec(String(line))?.[0] ?? '');
    await page.getByRole('link', { name: 'Basket' }).click();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Blanket' }).click();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByText('NGN 169.9').waitFor();
    await page.getByRole('button', { name: 'Buy' }).click();
    await page.getByText('Thank you.').waitFor();
    await page.goto('about:blank');
    const names = ['added_to_cart', 'added_to_cart', 'install', 'page_view', 'page_view', 'page_view'];
    await expect.poll(() => storedNames(app)).toEqual([...names, 'purchase', 'session_start']);
    await expectPurchase(app, 169.9);
  });

  describe('in React', () => {
    let project: Awaited<ReturnType<typeof openProject>>;
    beforeAll(async () => {
      project = await openProject('react', OF_REACT);
    }, 120_000);
    afterAll(() => project?.remove());

    /** The files as `vite build` leaves them, as any web server has them. */
    async function serveBuilt(): Promise<string> {
      const dist = join(project.folder, 'dist');
      const [script = ''] = (await readdir(join(dist, 'assets'))).filter((name) => extname(name) === '.js');
      const server = createServer(async ({ url }, response) => {
        const isScript = url?.startsWith('/assets/');
        response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
        response.end(await readFile(join(dist, isScript ? `assets/${script}` : 'index.html')));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => {
        server.closeAllConnections();
        server.close();
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    }

    test('has the types that it names', async () => {
      const compiled = run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', project.folder, '--checkers', '1']);
      expect((await compiled.catch((failed: { stdout: string }) => failed)).stdout).toBe('');
    });

    test('is built by Vite, and tracks the cart and the purchase', async () => {
      const app = await createSigningApp(backend);
      const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
      await run(process.execPath, [vite, 'build'], { cwd: project.folder, env: environment(app) });
      const page = await openPage(await serveBuilt());
      await page.getByRole('button', { name: 'Add Basket' }).click();
      await page.getByRole('button', { name: 'Add Blanket' }).click();
      await page.getByText('NGN 169.9').waitFor();
      await page.getByRole('button', { name: 'Buy' }).click();
      await page.getByText('The cart is empty.').waitFor();
      await page.goto('about:blank');
      const names = ['added_to_cart', 'added_to_cart', 'install', 'page_view', 'purchase', 'session_start'];
      await expect.poll(() => storedNames(app)).toEqual(names);
      await expectPurchase(app, 169.9);
    });
  });
});
