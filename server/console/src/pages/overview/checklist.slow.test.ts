import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { countEvents } from '@tributary/server/counters/events/count-events';
import { makeWebhook } from '@tributary/server/payments/testing/payment-webhook';
import { seedConfigs } from '@tributary/server/postbacks/testing/seed-postbacks';
import { send } from '@tributary/server/testing/attributed-app';
import { createSlug } from '@tributary/server/testing/create-link';
import { addMember, createTenant, type Person } from '@tributary/server/testing/test-tenant';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from '../../testing/console-stand.ts';
import { takePage } from '../../testing/take-page.ts';
import { settle } from '../../testing/watched-page.ts';

const TITLES = ['A first event', 'A link', 'A payment webhook', 'An ad network'];

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  beforeAll(async () => {
    stand = await startConsoleStand();
  });
  afterAll(() => stand?.close());

  async function open(person: Person) {
    const watched = await takePage(stand, person.token);
    await look(watched.page);
    return watched;
  }
  /** The overview, once it has said what it knows. */
  async function look(page: Page): Promise<void> {
    await page.goto(`${stand.origin}/console/overview`);
    await settle(page);
    await page.waitForLoadState('networkidle');
  }
  const list = (page: Page) => page.getByRole('region', { name: 'To be set up' });
  const missing = (page: Page) => list(page).getByRole('link').allInnerTexts();

  test('the overview names what is missing until all of it is there', async () => {
    const { service } = stand;
    const tenant = await createTenant(service);
    const { page, takeProblems } = await open(tenant.owner);
    await expect.poll(() => missing(page)).toEqual(TITLES);
    await list(page).getByRole('link', { name: 'A link' }).click();
    await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();

    await createSlug(tenant);
    await look(page);
    await expect.poll(() => missing(page)).toEqual(['A first event', 'A payment webhook', 'An ad network']);
    await send(service, tenant, { event_type: 'open' });
    while ((await countEvents(service.services.workPool)) > 0);
    await makeWebhook(service, tenant);
    await look(page);
    await expect.poll(() => missing(page)).toEqual(['An ad network']);
    await seedConfigs(service, tenant.accountId, tenant.appId, 1);
    await look(page);
    expect(await list(page).count()).toBe(0);
    expect(takeProblems()).toEqual([]);
  });

  test('whoever puts it away does so for themselves, and sees what is for others', async () => {
    const tenant = await createTenant(stand.service);
    const viewer = await addMember(stand.service, tenant, 'viewer');
    const { page, takeProblems } = await open(viewer);
    await expect.poll(() => missing(page)).toEqual(['A first event']);
    expect(await list(page).innerText()).toContain('This is for a developer.');
    await page.getByRole('button', { name: 'Hide' }).click();
    expect(await list(page).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await look(page);
    expect(await list(page).count()).toBe(0);
    await page.getByRole('button', { name: 'To be set up: 0 of 4 are there' }).click();
    await expect.poll(() => missing(page)).toEqual(['A first event']);
    await page.getByRole('button', { name: 'Hide' }).click();
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    const owner = await open(tenant.owner);
    await owner.page.evaluate((text) => {
      for (const [name, value] of Object.entries(JSON.parse(text))) localStorage.setItem(name, String(value));
    }, stored);
    await look(owner.page);
    await expect.poll(() => missing(owner.page)).toEqual(TITLES);
    expect(takeProblems()).toEqual([]);
  });
});
