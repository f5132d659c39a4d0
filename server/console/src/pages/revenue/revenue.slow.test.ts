import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { settleRevenue } from '@tributary/server/payments/testing/books';
import { freshDevice, install, makeCampaign } from '@tributary/server/payments/testing/paying-device';
import { accepted, makeWebhook } from '@tributary/server/payments/testing/payment-webhook';
import { createTenant } from '@tributary/server/testing/test-tenant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from '../../testing/console-stand.ts';
import { takePage } from '../../testing/take-page.ts';
import { settle } from '../../testing/watched-page.ts';

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  beforeAll(async () => {
    stand = await startConsoleStand();
  });
  afterAll(() => stand?.close());

  async function open(token: string) {
    const { page, takeProblems } = await takePage(stand, token);
    await page.goto(`${stand.origin}/console/revenue`);
    await settle(page);
    return { page, takeProblems };
  }

  test('payments name their campaign, and providers what came by them', async () => {
    const { service } = stand;
    const tenant = await createTenant(service);
    const spring = await makeCampaign(tenant, 'Spring');
    const device = freshDevice();
    await install(service, tenant, device, spring);
    await settleRevenue(service);
    const webhook = await makeWebhook(service, tenant);
    const paid = { reference: 'p-1', amount: 12.5, currency: 'EUR', metadata: { gaid: device.gaid } };
    await accepted(service, webhook, paid);
    await accepted(service, webhook, { reference: 'p-2', amount: 700, currency: 'KES' });
    await settleRevenue(service);
    const { page, takeProblems } = await open(tenant.owner.token);
    const rows = (name: string) =>
      page.getByRole('region', { name, exact: true }).locator('tbody tr').allInnerTexts();
    const payment = (reference: string) => page.locator('tbody tr', { hasText: reference }).innerText();
    await expect.poll(() => payment('p-1')).toContain('\tSpring\tp-1');
    expect(await payment('p-2')).not.toContain('Spring');
    expect((await rows('By provider')).toSorted()).toEqual([
      'generic\tEUR\t€12.50',
      'generic\tKES\tKES 700.00'.replace(' ', '\u00a0'),
    ]);
    expect(takeProblems()).toEqual([]);
  });

  test('a single payment is shown to the cent, and a sum of them short', async () => {
    const { service } = stand;
    const tenant = await createTenant(service);
    const webhook = await makeWebhook(service, tenant);
    await accepted(service, webhook, { reference: 'p-1', amount: 98_812.35, currency: 'KES' });
    await settleRevenue(service);
    const { page, takeProblems } = await open(tenant.owner.token);
    const shown = (text: string) => page.locator('tbody tr', { hasText: text }).first().innerText();
    await expect.poll(() => shown('p-1')).toContain('\tKES\u00a098,812.35\t');
    expect(await shown('generic')).toContain('KES\u00a098.8k');
    expect(takeProblems()).toEqual([]);
  });

  test('where nothing came, a developer is led to webhooks and a marketer is told of one', async () => {
    const from = '?from=2020-01-01&to=2020-01-02';
    for (const [who, steps] of [
      ['developer', 1],
      ['marketer', 0],
    ] as const) {
      const { page, takeProblems } = await open(stand.world.people[who].token);
      await page.goto(`${stand.origin}/console/revenue${from}`);
      await settle(page);
      await page.getByText('No payment has arrived in this period.').waitFor();
      expect(await page.getByRole('link', { name: 'Set up a webhook' }).count()).toBe(steps);
      expect(takeProblems()).toEqual([]);
    }
  });
});
