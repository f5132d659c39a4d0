import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { settleRevenue } from '@tributary/server/payments/testing/books';
import { freshDevice, install, makeCampaign } from '@tributary/server/payments/testing/paying-device';
import { accepted, makeWebhook } from '@tributary/server/payments/testing/payment-webhook';
import { createTenant, type Tenant } from '@tributary/server/testing/test-tenant';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from '../../testing/console-stand.ts';
import { findBarriers } from '../../testing/find-barriers.ts';
import { openPage } from '../../testing/open-page.ts';

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  const today = new Date().toISOString().slice(0, 10);
  let stand: ConsoleStand;
  let tenant: Tenant;
  beforeAll(async () => {
    stand = await startConsoleStand();
    tenant = await createTenant(stand.service);
    const webhook = await makeWebhook(stand.service, tenant);
    for (const [name, amount] of [
      ['Small', 9],
      ['Large', 1000],
      ['Idle', 0],
    ] as const) {
      const campaign = await makeCampaign(tenant, name);
      if (amount === 0) continue;
      const device = freshDevice();
      await install(stand.service, tenant, device, campaign);
      await settleRevenue(stand.service);
      const metadata = { gaid: device.gaid };
      await accepted(stand.service, webhook, { reference: name, amount, currency: 'EUR', metadata });
    }
    await settleRevenue(stand.service);
  });
  afterAll(() => stand?.close());

  async function open(query = ''): Promise<Page> {
    const page = await openPage(stand, tenant.owner.token, `campaigns${query}`);
    await page.waitForLoadState('networkidle');
    return page;
  }
  const table = (page: Page) => page.getByRole('region', { name: 'Campaigns', exact: true });
  const names = (page: Page) => table(page).locator('tbody a').allInnerTexts();

  test('revenue sorts as the number that it is', async () => {
    const page = await open();
    await table(page).getByRole('button', { name: 'Revenue, EUR' }).click();
    await expect.poll(() => names(page)).toEqual(['Idle', 'Small', 'Large']);
    await table(page).getByRole('button', { name: 'Revenue, EUR' }).click();
    await expect.poll(() => names(page)).toEqual(['Large', 'Small', 'Idle']);
  });

  test('spend by hand is listed with where it came from, and can be taken back', async () => {
    const page = await open();
    const byHand = page.getByRole('region', { name: 'Record spend by hand' });
    await byHand.getByLabel('Campaign').selectOption('Large');
    await byHand.getByLabel('Amount').fill('250');
    await byHand.getByLabel('Currency').fill('eur');
    await byHand.getByRole('button', { name: 'Record' }).click();
    const large = table(page).locator('tbody tr', { hasText: 'Large' });
    await expect.poll(() => large.innerText()).toContain('€250.00\t4\t');
    const recorded = page.getByRole('region', { name: 'Recorded spend' });
    expect(await recorded.locator('tbody').innerText()).toContain('Large\t€250.00\tEUR\tby hand');
    await recorded.getByRole('button', { name: 'Take back' }).click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
    await expect.poll(() => large.innerText()).not.toContain('€250.00');
    await expect.poll(() => recorded.locator('tbody').innerText()).toContain('Large\t€0.00\tEUR\tby hand');
  });

  test('spend by file is tried first, then recorded as a whole', async () => {
    const page = await open();
    const byFile = page.getByRole('region', { name: 'Record spend by file' });
    const lines = [`date,amount,currency,campaign_name`, `${today},4.50,EUR,Small`, `${today},5,USD,Small`];
    const buffer = Buffer.from(lines.join('\n'));
    await byFile
      .locator('input[type=file]')
      .setInputFiles({ name: 'spend.csv', mimeType: 'text/csv', buffer });
    await byFile.getByText('It would record 2 new and 0 changed of 2 rows').waitFor();
    await byFile.getByRole('button', { name: 'Record 2 rows' }).click();
    await byFile.getByText('Recorded 2 new and 0 changed of 2 rows').waitFor();
    const small = table(page).locator('tbody tr', { hasText: 'Small' });
    await expect.poll(() => small.innerText()).toContain('€4.50\tUS$5.00\t2\t');
  });

  test('a campaign is renamed, and archived ones are shown where the address asks for them', async () => {
    const page = await open();
    const idle = table(page).locator('tbody tr', { hasText: 'Idle' });
    await idle.getByRole('button', { name: 'Change' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Name').fill('Newsletter');
    await sheet.getByLabel('Channel').selectOption('E-mail');
    expect(await findBarriers(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => names(page)).toContain('Newsletter');
    const newsletter = table(page).locator('tbody tr', { hasText: 'Newsletter' });
    await newsletter.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
    await expect.poll(() => names(page)).not.toContain('Newsletter');
    expect(await names(await open('?state=archived'))).toEqual(['Newsletter']);
    expect(await names(await open('?state=all&channel=email'))).toEqual(['Newsletter']);
    const elsewhere = await open('?channel=sms');
    await elsewhere.getByRole('button', { name: 'Show all campaigns' }).click();
    await expect.poll(async () => (await names(elsewhere)).length).toBe(3);
  });
});
