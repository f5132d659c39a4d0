import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { makeLink } from '@tributary/server/platform/auth/session/mailed-links/make-link';
import { send } from '@tributary/server/testing/attributed-app';
import { addApp } from '@tributary/server/testing/test-tenant';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from './testing/console-stand.ts';
import { takePage } from './testing/take-page.ts';
import { settle } from './testing/watched-page.ts';

const HOSTILE = `<img src=x onerror="document.title='taken'">${'w'.repeat(80)}`;

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  beforeAll(async () => {
    stand = await startConsoleStand();
  });
  afterAll(() => stand?.close());

  const asOwner = () => takePage(stand, stand.world.people.owner.token);
  const open = async (page: Page, path: string) => {
    await page.goto(`${stand.origin}/console/${path}`);
    await settle(page);
  };

  test('a link of an operator signs in once, and its token leaves the address', async () => {
    const { service, world } = stand;
    const now = service.services.clock();
    const token = await makeLink(service.services.workPool, 'sign_in', world.tenant.owner.email, now);
    const { page } = await takePage(stand);
    await page.goto(`${stand.origin}/console/sign-in#${token}`);
    await page.waitForURL('**/console/overview');
    expect(page.url()).not.toContain('svl_');
    const { page: again } = await takePage(stand);
    await again.goto(`${stand.origin}/console/sign-in#${token}`);
    await again.getByRole('alert').waitFor();
    expect(await again.locator('h1').innerText()).toBe('Sign in');
  });

  test('an event is shown within a second of its arrival, until one pauses', async () => {
    const { page, takeProblems } = await asOwner();
    await open(page, `live?app=${stand.world.tenant.appId}`);
    await page.getByText('Watching.').waitFor();
    const id = await send(stand.service, stand.world.tenant, { event_type: 'open' });
    await page.getByRole('cell', { name: id }).waitFor({ timeout: 5000 });
    const find = page.getByRole('searchbox', { name: 'Type, name, id or reason has' });
    await find.fill('purchase');
    await page.getByText('None of the last events fits this.').waitFor();
    await find.fill('OPEN');
    await page.getByRole('cell', { name: id }).waitFor();
    await find.fill('');
    await page.getByRole('button', { name: 'Pause' }).click();
    const unseen = await send(stand.service, stand.world.tenant, { event_type: 'open' });
    await page.getByText('Paused: what arrives is only counted. 2 accepted').waitFor({ timeout: 5000 });
    expect(await page.getByRole('cell', { name: unseen }).count()).toBe(0);
    expect(takeProblems()).toEqual([]);
  });

  test('a campaign is made, and a name full of markup changes no page', async () => {
    const { page, takeProblems } = await asOwner();
    await open(page, 'campaigns');
    await page.getByLabel('Name', { exact: true }).fill(HOSTILE);
    await page.getByRole('button', { name: 'Make the campaign' }).click();
    await page.getByRole('link', { name: HOSTILE }).waitFor();
    for (const path of ['campaigns', 'links', 'audit']) {
      await open(page, path);
      expect(await page.title()).toMatch(/· Tributary$/);
      expect(await page.locator('img[src="x"]').count()).toBe(0);
    }
    expect(takeProblems()).toEqual([]);
  });

  test('what the service says of a field is said once, at the field', async () => {
    const { page, takeProblems } = await asOwner();
    await open(page, 'members');
    const field = page.getByLabel('E-mail', { exact: true });
    await field.fill('nobody@nowhere');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('alert').first().waitFor();
    const said = await page.getByRole('alert').innerText();
    expect(await page.getByText(said).count()).toBe(1);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(takeProblems()).toEqual([expect.stringContaining('400'), expect.stringContaining('400')]);
  });

  test('events are charted by type, beside a table of the same', async () => {
    const { page, takeProblems } = await asOwner();
    await open(page, 'events');
    await page.locator('.chart .legend li', { hasText: 'purchase' }).waitFor();
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'purchase' }).waitFor();
    expect(takeProblems()).toEqual([]);
  });

  test('a setting of the account is told from the one that it replaces', async () => {
    const { tenant } = stand.world;
    await tenant.owner.rpc('upsert_sdk_config', { p_batch_size: 7 });
    const { page } = await asOwner();
    await open(page, 'sdk-config');
    const cells = page.getByRole('row', { name: 'batch size' }).getByRole('cell');
    expect(await cells.allInnerTexts()).toEqual(['batch size', '7', '50', '7', 'the account']);
    await tenant.owner.rpc('clear_sdk_config', {});
  });

  test('a file that is tried twice waits as one import', async () => {
    const { page } = await asOwner();
    await open(page, `imports?app=${stand.world.tenant.appId}`);
    const jobs = page.getByRole('region', { name: 'imports' }).locator('tbody tr');
    await jobs.first().waitFor();
    const before = await jobs.count();
    const csv = { name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from('event_type\ninstall\n') };
    await page.getByLabel('From').selectOption('custom');
    await page.locator('input[type=file]').setInputFiles(csv);
    for (let tries = 0; tries < 2; tries++) {
      const tried = page.waitForResponse((response) => response.url().includes('dry_run=1'));
      await page.getByRole('button', { name: 'Try it' }).click();
      await tried;
      await expect.poll(() => jobs.count()).toBeGreaterThan(before);
    }
    await page.reload();
    await jobs.first().waitFor();
    expect(await jobs.count()).toBe(before + 1);
  });

  test('a viewer has no column of what they may not do, and the way to the documentation', async () => {
    const { page } = await takePage(stand, stand.world.people.viewer.token);
    for (const [path, column] of [
      ['postbacks', 'Attempts'],
      ['imports', 'Rejected'],
    ] as const) {
      await open(page, path);
      await page.getByRole('columnheader', { name: column }).first().waitFor();
      expect(await page.getByRole('columnheader', { name: 'Actions' }).count()).toBe(0);
    }
    const hrefs = await page
      .getByRole('link', { name: /^Guide|^API reference/ })
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
    expect(hrefs).toEqual(['/docs/guide/', '/docs']);
  });

  test('an app that was turned off says so, and nothing is made for it unasked', async () => {
    const { tenant } = stand.world;
    const p_app_id = await addApp(tenant);
    await tenant.owner.rpc('set_app_active', { p_app_id, p_active: false });
    const { page } = await asOwner();
    await open(page, `live?app=${p_app_id}`);
    await page.getByText(/is turned off: its events, keys and links are refused/).waitFor();
    await open(page, 'live');
    await page.getByText('Watching.').waitFor();
    expect(await page.getByText(/is turned off/).count()).toBe(0);
    for (const path of ['keys', 'webhooks', 'imports']) {
      await open(page, path);
      const apps = page.locator('select[name=app_id]').first().locator('option');
      await apps.first().waitFor({ state: 'attached' });
      const offered = await apps.evaluateAll((options) =>
        options.map((each) => (each as HTMLOptionElement).value),
      );
      expect(offered).not.toContain(p_app_id);
    }
  });

  test('a sentence in a table has room on a phone', async () => {
    const { page } = await asOwner();
    await page.setViewportSize({ width: 375, height: 900 });
    await open(page, 'attribution');
    const box = await page.locator('td.long').first().boundingBox();
    expect(box?.width).toBeGreaterThan(340);
  });

  test('one install is explained, with the click that won and what would be decided now', async () => {
    const { page, takeProblems } = await asOwner();
    await open(page, `installs/${stand.world.installId}`);
    await page.getByText(/confidence \d+ of 100/).waitFor();
    expect(await page.getByRole('heading', { name: 'What would be decided now' }).count()).toBe(1);
    await page.getByRole('heading', { name: 'The odds' }).waitFor();
    await page
      .getByText(/^If .*, it would be .* with a confidence of \d+\.$/)
      .first()
      .waitFor();
    await page.getByText('not used: the app has not asked for it').waitFor();
    await page.getByText('not stated, when it was decided').waitFor();
    await page.getByRole('link', { name: 'what the device did' }).click();
    await page.getByRole('heading', { name: 'A device of App' }).waitFor();
    expect(takeProblems()).toEqual([]);
  });
});
