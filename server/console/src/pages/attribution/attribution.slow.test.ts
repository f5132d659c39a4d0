import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { processQueued, send } from '@tributary/server/testing/attributed-app';
import { addCampaign, createTenant } from '@tributary/server/testing/test-tenant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from '../../testing/console-stand.ts';
import { takePage } from '../../testing/take-page.ts';
import { settle } from '../../testing/watched-page.ts';

const KENYA = '41.90.64.77';
const AT_HOME = '192.168.0.7';

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  beforeAll(async () => {
    stand = await startConsoleStand();
  });
  afterAll(() => stand?.close());

  test('the log is narrowed to a country and a campaign, and the address says both', async () => {
    const { service, origin } = stand;
    const tenant = await createTenant(service);
    const campaignId = await addCampaign(tenant, { p_app_id: tenant.appId, p_name: 'Spring' });
    for (const from of [KENYA, KENYA, AT_HOME])
      await send(service, tenant, { event_type: 'install' }, { 'x-forwarded-for': from });
    await processQueued(service);
    const { page, takeProblems } = await takePage(stand, tenant.owner.token);
    await page.goto(`${origin}/console/attribution?campaign=${campaignId}`);
    await settle(page);
    await page.getByText('No install fits this.').waitFor();
    const choose = async (filter: RegExp, option: string) => {
      await page.getByRole('button', { name: filter }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const rows = page.locator('tbody tr');
    await choose(/Spring/, 'All campaigns');
    await expect.poll(() => rows.count()).toBe(3);
    expect(new URL(page.url()).search).toBe('');
    await choose(/All countries/, 'Kenya');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.first().innerText()).toContain('\tKenya\t');
    expect(new URL(page.url()).search).toBe('?country=KE');
    await choose(/Kenya/, 'Unknown country');
    await expect.poll(() => rows.count()).toBe(1);
    expect(takeProblems()).toEqual([]);
  });
});
