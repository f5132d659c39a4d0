import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { processAllImports } from '@tributary/server/imports/testing/import-file';
import { insertDomain } from '@tributary/server/imports/testing/link-file';
import { createLink } from '@tributary/server/testing/create-link';
import { createTenant, type Tenant } from '@tributary/server/testing/test-tenant';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutputOf } from './client/procedures.ts';
import { type ConsoleStand, startConsoleStand } from './testing/console-stand.ts';
import { findBarriers } from './testing/find-barriers.ts';
import { openPage } from './testing/open-page.ts';

type LinkItem = OutputOf<'list_links'>['items'][number];

// Links on hosts of the account's own: made there, moved there, and brought along from another service.

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  let tenant: Tenant;
  let host: string;
  let second: string;
  beforeAll(async () => {
    stand = await startConsoleStand();
    tenant = await createTenant(stand.service);
    host = await insertDomain(stand.service, tenant, { isDefault: true });
    second = await insertDomain(stand.service, tenant);
    await insertDomain(stand.service, tenant, { verified: false });
  });
  afterAll(() => stand?.close());

  const open = (path: string, expected?: readonly string[]) =>
    openPage(stand, tenant.owner.token, path, expected);
  const linkOf = async (args: object) => {
    const response = await tenant.owner.rpc('list_links', args);
    return ((await response.json()) as { items: LinkItem[] }).items[0];
  };
  const optionsOf = (page: Page, label: string) =>
    page
      .getByLabel(label, { exact: true })
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));

  test('a link is made on the default domain, or on another that is verified', async () => {
    const page = await open(`links?app=${tenant.appId}`);
    const domain = page.getByLabel('Domain', { exact: true });
    expect(await domain.inputValue()).toBe(host);
    expect((await optionsOf(page, 'Domain')).sort()).toEqual(['', host, second].sort());
    for (const [slug, chosen] of [
      ['on-default', host],
      ['on-second', second],
      ['on-service', ''],
    ] as const) {
      await domain.selectOption(chosen);
      await page.getByLabel('Slug').fill(slug);
      await page.getByLabel('Where it leads').fill('https://example.com/spring');
      await page.getByRole('button', { name: 'Make the link' }).click();
      await page.getByRole('link', { name: `${chosen}/${slug}`, exact: true }).waitFor();
      expect(await linkOf({ p_text: slug })).toMatchObject({ slug, domain: chosen || null });
    }
  });

  test('a link keeps its domain when it is saved, and moves; its QR code is that of its address', async () => {
    const { id, slug } = await createLink(tenant, { p_domain: host });
    const page = await open(`links/${id}`);
    const code = page.getByRole('img', { name: `QR code of /${slug}` });
    const drawn = () => code.evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(drawn).toBeGreaterThan(0);
    expect(await code.getAttribute('src')).toContain(`domain=${host}`);
    const save = async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved, and in force everywhere.').waitFor();
      return linkOf({ p_link_id: id });
    };
    expect(await save()).toMatchObject({ domain: host });
    await page.getByLabel('Domain', { exact: true }).selectOption(second);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => linkOf({ p_link_id: id })).toMatchObject({ domain: second });
    await expect.poll(() => code.getAttribute('src')).toContain(`domain=${second}`);
    await expect.poll(drawn).toBeGreaterThan(0);
    await page.getByText(`https://${second}/${slug}`).first().waitFor();
  });

  test('links move in: tried first, with what has no counterpart, then imported, with a report that stays', async () => {
    const csv = [
      'originalURL,path,title,cloaking',
      'https://example.com/spring,a/b?x=1,Spring,true',
      'https://example.com/summer,Summer,,',
      'no address,broken,,',
    ].join('\n');
    const page = await open(`moving-in?app=${tenant.appId}`);
    const to = page.locator('select[name=domain]');
    expect(await to.inputValue()).toBe(host);
    await to.selectOption(second);
    await page.getByLabel('From').selectOption('Short.io');
    const file = { name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('3 rows: 2 would be imported, 1 have errors.').waitFor();
    await page.getByRole('region', { name: 'losses' }).getByText('cloaking').waitFor();
    await page.getByRole('region', { name: 'errors' }).getByText('no address').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await linkOf({ p_text: 'summer' })).toBeUndefined();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByRole('button', { name: 'Import 2 rows' }).waitFor({ state: 'detached' });
    await processAllImports(stand.service);
    const job = page.getByRole('region', { name: 'imports' }).getByRole('row', { name: 'Short.io' });
    await job.getByText('failed').waitFor();
    expect(await linkOf({ p_text: 'summer' })).toMatchObject({ domain: second });
    await job.getByRole('button', { name: 'Not carried over' }).click();
    await page.getByRole('dialog').getByText('cloaking').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    const saved = page.waitForEvent('download');
    await job.getByRole('button', { name: 'Errors as CSV' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^import-errors-.*\.csv$/);
  });

  test('a domain shows what proves it, and says where its links were before', async () => {
    const page = await open('domains');
    const pending = page.getByRole('row', { name: 'pending' });
    await expect.poll(() => pending.getByRole('button', { name: 'Remove' }).isVisible()).toBe(true);
    const box = await pending.getByRole('button', { name: 'Remove' }).boundingBox();
    expect((box?.x ?? 9999) + (box?.width ?? 0)).toBeLessThan(1440);
    await pending.getByRole('button', { name: 'Proof' }).click();
    await page.getByRole('dialog').getByText('/.well-known/tributary-domain.txt').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    const row = page.getByRole('row', { name: second });
    await row.getByRole('button', { name: 'Old service' }).click();
    await page.getByRole('dialog').getByLabel('Address').fill('https://old.example/app');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('knew 0 of 0').waitFor();
    await row.getByRole('button', { name: 'Make it the default' }).click();
    await row.getByText('verified, default').waitFor();
  });

  test('history and links are listed on pages of their own', async () => {
    const page = await open(`imports?app=${tenant.appId}`);
    await page.getByText('Nothing has been imported.').waitFor();
  });
});
