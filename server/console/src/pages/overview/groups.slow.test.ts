import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { report } from '@tributary/server/analytics/testing/ask-report';
import type { TrafficWorld } from '@tributary/server/analytics/testing/traffic-world';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutputOf } from '../../client/procedures.ts';
import { type ConsoleStand, startConsoleStand } from '../../testing/console-stand.ts';
import { csvOf } from '../../testing/csv-of.ts';
import { openPage } from '../../testing/open-page.ts';
import { GROUPINGS } from '../../values/groups.ts';
import { makeBusyWorld } from './testing/make-busy-world.ts';

const DAY_MS = 86_400_000;
const GROUPED = GROUPINGS.filter(({ id }) => id !== 'channel' && id !== 'model');

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const days = { date_from: dayOf(Date.now() - 9 * DAY_MS), date_to: dayOf(Date.now()) };
  let stand: ConsoleStand;
  let world: TrafficWorld;
  beforeAll(async () => {
    stand = await startConsoleStand();
    world = await makeBusyWorld(stand.service);
  });
  afterAll(() => stand?.close());

  async function open(path: string): Promise<Page> {
    const period = `from=${days.date_from}&to=${days.date_to}`;
    const page = await openPage(
      stand,
      world.tenant.owner.token,
      `${path}${path.includes('?') ? '&' : '?'}${period}`,
    );
    await page.waitForLoadState('networkidle');
    return page;
  }
  const ask = <Body>(resource: string, more: Record<string, string> = {}) =>
    report<Body>(world.tenant.owner, resource, { ...days, ...more });

  test('installs a day are charted by every grouping, and add up to all of them', async () => {
    const page = await open('overview');
    const card = page.getByRole('region', { name: 'Installs a day', exact: true }).first();
    const { days: told } = await ask<OutputOf<'analytics.installs'>>('installs');
    let shown = 'By channel';
    for (const { id, name } of GROUPED) {
      await card.getByRole('button', { name: new RegExp(shown) }).click();
      await page.getByRole('option', { name, exact: true }).click();
      await expect.poll(() => page.url()).toContain(`by=${id}`);
      await page.waitForLoadState('networkidle');
      shown = name;
      const { groups = [] } = await ask<OutputOf<'analytics.installs'>>('installs', { group_by: id });
      await expect.poll(() => card.locator('.legend li').count()).toBe(Math.min(groups.length, 8));
      // Another chart has a table of its own.
      if (
        !(await card
          .locator('details')
          .getAttribute('open')
          .then((open) => open !== null))
      )
        await card.getByText('Table', { exact: true }).click();
      const csv = await csvOf(page, card);
      expect(
        csv.slice(1).map((line) => sum(line.split(',').slice(1).map(Number))),
        id,
      ).toEqual(told.map(({ total }) => total));
    }
  });

  test('by country, groups have the names of countries, and a country narrows the figures', async () => {
    const page = await open('overview?by=country&country=KE');
    const card = page.getByRole('region', { name: 'Installs a day', exact: true }).first();
    await card.getByText('Table', { exact: true }).click();
    expect((await csvOf(page, card))[0]).toBe('date,Kenya');
    const { total_installs } = await ask<OutputOf<'analytics.summary'>>('summary', { country: 'KE' });
    expect(total_installs).toBeGreaterThan(0);
    const figures = page.getByRole('region', { name: 'Figures', exact: true });
    const installs = figures.locator('button.figure', { hasText: 'Installs' });
    expect(await installs.locator('.figure-value').innerText()).toBe(String(total_installs));
  });

  test('a country is chosen with the mouse, and with the keyboard by its first letters', async () => {
    const page = await open('overview');
    await page.getByRole('button', { name: /Country/ }).click();
    await page.getByRole('option', { name: 'Kenya', exact: true }).click();
    await expect.poll(() => page.url()).toContain('country=KE');
    await page.getByRole('button', { name: /Country/ }).press('Enter');
    await page.keyboard.type('Germ');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('country=DE');
    await page.getByRole('button', { name: /Country/ }).click();
    await page.getByRole('option', { name: 'All countries', exact: true }).click();
    await expect.poll(() => page.url()).not.toContain('country=');
  });

  test('retention and revenue come by the grouping that the address names', async () => {
    const retention = await open('cohorts?group=os_version');
    const byGroup = retention.getByRole('region', { name: /By group|by group/ });
    const { groups = [] } = await ask<OutputOf<'analytics.cohorts'>>('cohorts', { group_by: 'os_version' });
    await expect.poll(() => byGroup.locator('tbody tr').count()).toBe(groups.length);
    const revenue = await open('revenue?group=campaign_id');
    const table = revenue.getByRole('region', { name: 'By group' });
    await expect.poll(() => table.locator('tbody').innerText()).toContain('Spring');
    await table.getByRole('button', { name: /By campaign/ }).click();
    await revenue.getByRole('option', { name: 'By country', exact: true }).click();
    await expect.poll(() => revenue.url()).not.toContain('group=campaign_id');
    await expect.poll(() => table.locator('tbody').innerText()).not.toContain('Spring');
  });

  test('events are those of the country that the address names', async () => {
    const page = await open('events?country=KE');
    const { events } = await ask<OutputOf<'analytics.events'>>('events', { country: 'KE' });
    expect(events.length).toBeGreaterThan(1);
    const csv = await csvOf(page, page.getByRole('region', { name: 'By type and name' }));
    expect(csv.slice(1).map((line) => Number(line.split(',')[2]))).toEqual(events.map(({ count }) => count));
  });
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
