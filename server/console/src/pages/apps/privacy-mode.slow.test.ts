import { readFile } from 'node:fs/promises';
import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { createTenant } from '@tributary/server/testing/test-tenant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from '../../testing/console-stand.ts';
import { openPage } from '../../testing/open-page.ts';

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  beforeAll(async () => {
    stand = await startConsoleStand();
  });
  afterAll(() => stand?.close());

  test('what a privacy mode costs stands where it is chosen, and the choice holds', async () => {
    const tenant = await createTenant(stand.service);
    const page = await openPage(stand, tenant.owner.token, `apps?app=${tenant.appId}`);
    const card = page.getByRole('region', { name: /^Privacy of / });
    const meaning = (mode: string) => card.getByRole('list', { name: `What ${mode} mode means` }).innerText();
    expect(await meaning('standard')).toContain('Advertising ids and Android ids are stored');
    await card.getByLabel('Privacy mode').selectOption('Strict');
    const cost = await meaning('strict');
    for (const told of ['/16 and /32', '74 %', 'likeness', 'ad_user_data: true', 'Payments', 'fraud rules'])
      expect(cost).toContain(told);
    await card.getByRole('button', { name: 'Save the mode' }).click();
    await card.getByText('Saved.').waitFor();
    await expect.poll(() => page.locator('tbody tr').first().innerText()).toContain('\tstrict\t');
    const apps = await (await tenant.owner.rpc('list_apps')).json();
    expect(apps).toMatchObject({ items: [{ id: tenant.appId, privacy_mode: 'strict' }] });
    await page.reload();
    expect(await card.getByLabel('Privacy mode').inputValue()).toBe('strict');
  });

  test('the shares that it names are those of the docs', async () => {
    const docs = await readFile(new URL('../../../../../docs/privacy.md', import.meta.url), 'utf8');
    expect(docs).toMatch(/attributed to its campaign \| 9[34]\.\d % .* \| 74\.\d % /);
  });

  test('saving an app’s other settings leaves its mode as it is', async () => {
    const tenant = await createTenant(stand.service);
    await tenant.owner.rpc('update_app', { p_app_id: tenant.appId, p_privacy_mode: 'strict' });
    const page = await openPage(stand, tenant.owner.token, `apps?app=${tenant.appId}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const apps = await (await tenant.owner.rpc('list_apps')).json();
    expect(apps).toMatchObject({ items: [{ privacy_mode: 'strict' }] });
  });

  test('a new app is made in the mode that was chosen for it', async () => {
    const tenant = await createTenant(stand.service);
    const page = await openPage(stand, tenant.owner.token, 'apps');
    const card = page.getByRole('region', { name: 'Make an app' });
    await card.getByLabel('Name').fill('Quiet');
    await card.getByLabel('Bundle id').fill('com.example.quiet');
    await card.getByLabel('Privacy mode').selectOption('Strict');
    await card.getByRole('list', { name: 'What strict mode means' }).waitFor();
    await card.getByRole('button', { name: 'Make the app' }).click();
    const row = page.getByRole('row', { name: /Quiet/ });
    await row.waitFor();
    expect(await row.innerText()).toContain('\tstrict\t');
    expect(await card.getByLabel('Privacy mode').inputValue()).toBe('standard');
  });

  test('a viewer sees the mode, and cannot change it', async () => {
    const { world } = stand;
    const page = await openPage(stand, world.people.viewer.token, `apps?app=${world.tenant.appId}`);
    expect(await page.locator('tbody tr').first().innerText()).toContain('\tstandard\t');
    expect(await page.getByLabel('Privacy mode').count()).toBe(0);
  });
});
