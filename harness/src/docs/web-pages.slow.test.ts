import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { openBrowser } from '@tributary/sdk/testing/chromium/open-browser';
import { Client } from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createSigningApp } from '../backend/signing-app.ts';
import { allCodeBlocks, openShellSession, type ShellSession } from './shell-session.ts';

/** The documents with a page that sends a first event, and which of their HTML blocks are one. */
const PAGES = [
  ['README.md', 0],
  ['docs/first-event.md', 0],
  ['sdk/README.md', 0],
  ['sdk/README.md', 1],
] as const;

describe.skipIf(!hasBrowser)(`the page${hasBrowser ? '' : ' (skipped: there is no Chromium)'}`, () => {
  let session: ShellSession;
  let browser: Browser;
  let database: Client;

  beforeAll(async () => {
    [session, browser] = await Promise.all([openShellSession(), openBrowser()]);
    database = new Client({ connectionString: session.databaseUrl });
    await database.connect();
  });
  afterAll(async () => {
    await database?.end();
    await session?.close();
  });

  const fill = (html: string, apiKey: string) =>
    html.replace('https://t.example', session.backend.origin).replace('svc_…', apiKey);

  async function storedTypes(appId: string): Promise<string[]> {
    const stored = 'select event_type from events where app_id = $1 order by event_type';
    const { rows } = await database.query<{ event_type: string }>(stored, [appId]);
    return rows.map((row) => row.event_type);
  }

  test.each(PAGES)(
    'in %s, block %i, sends its event from another origin than the service’s',
    async (document, at) => {
      const blocks = allCodeBlocks(await session.read(document), 'html');
      expect(blocks[at]).toContain('svc_…');
      const { apiKey, appId } = await createSigningApp(session.backend);
      const site = await servePage(fill(blocks[at] ?? '', apiKey));
      const page = await browser.newPage();
      onTestFinished(() => page.close());
      await page.goto(site);
      await expect
        .poll(() => storedTypes(appId), { timeout: 60_000 })
        .toEqual(['install', 'open', 'session_start']);
    },
  );
});

/** Serves one page until the test ends. */
async function servePage(html: string): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  onTestFinished(() => void server.close().closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
