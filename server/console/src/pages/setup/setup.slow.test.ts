import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { countEvents } from '@tributary/server/counters/events/count-events';
import { send } from '@tributary/server/testing/attributed-app';
import { postEvents } from '@tributary/server/testing/post-events';
import { signedEvent, type WireEvent } from '@tributary/server/testing/signed-event';
import { addMember, createTenant, type Person, type Tenant } from '@tributary/server/testing/test-tenant';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from '../../testing/console-stand.ts';
import { findBarriers } from '../../testing/find-barriers.ts';
import { takePage } from '../../testing/take-page.ts';
import { settle } from '../../testing/watched-page.ts';

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  beforeAll(async () => {
    stand = await startConsoleStand();
  });
  afterAll(() => stand?.close());

  /** A tenant whose app has had no event, and their page. */
  async function open(tenant: Tenant, person: Person = tenant.owner, search = '') {
    const watched = await takePage(stand, person.token);
    await watched.page.goto(`${stand.origin}/console/setup${search}`);
    await settle(watched.page);
    return watched;
  }
  const events = (page: Page) => page.getByRole('region', { name: 'What has arrived' });

  test('the only app is chosen by itself, and its address shows the same to others', async () => {
    const tenant = await createTenant(stand.service);
    const { page, takeProblems } = await open(tenant);
    await page.getByText('Waiting for your first event').waitFor();
    expect(page.url()).toBe(`${stand.origin}/console/setup?app=${tenant.appId}`);
    expect(await page.locator('li[aria-current="step"]').innerText()).toContain('Your first event');
    expect(await barriersIn(page)).toEqual([]);
    expect(takeProblems()).toEqual([]);
  });

  test.each<[string, (tenant: Tenant) => WireEvent, string, RegExp]>([
    [
      'with a wrong signature',
      (tenant) => ({ ...signedEvent(tenant), signature: '0'.repeat(64) }),
      'AUTH_ERROR the signature does not match the event',
      /Sign exactly the text that you send/,
    ],
    [
      'that was signed long ago',
      (tenant) => signedEvent(tenant, { sent_at: 1 }),
      'AUTH_ERROR signed more than 10 minutes from the current time: check the clock',
      /Set the clock/,
    ],
    [
      'with a wrong field',
      (tenant) => signedEvent(tenant, { revenue: -1 }),
      'VALIDATION_ERROR revenue must be',
      /Change revenue: it must be/,
    ],
  ])(
    'an event %s is shown with its sentence and what to change, until one is right',
    async (_, wrong, said, advice) => {
      const tenant = await createTenant(stand.service);
      const { page, takeProblems } = await open(tenant);
      await page.getByText('This page is watching.').waitFor();
      const event = wrong(tenant);
      await postEvents(stand.service, event);
      await events(page).getByText('refused', { exact: true }).waitFor();
      await expect.poll(() => events(page).innerText()).toContain(said);
      expect(await events(page).getByRole('listitem').first().innerText()).toMatch(advice);
      await page.getByLabel('Event', { exact: true }).fill(JSON.stringify(event));
      await page.getByRole('button', { name: 'Check it' }).click();
      await page.getByText(said).nth(1).waitFor();
      expect(await barriersIn(page)).toEqual([]);
      await send(stand.service, tenant, { event_type: 'custom', custom_event_name: 'signed_up' });
      await events(page).getByText('received', { exact: true }).waitFor();
      expect(await events(page).innerText()).toMatch(/signed_up, at .* UTC/);
      expect(await page.getByRole('heading', { name: 'Check an event' }).count()).toBe(0);
      expect(await barriersIn(page)).toEqual([]);
      expect(takeProblems()).toEqual([]);
    },
  );

  test('what was refused before is shown, and without a stream the page asks', async () => {
    const tenant = await createTenant(stand.service);
    await postEvents(stand.service, { ...signedEvent(tenant), signature: '0'.repeat(64) });
    const context = await stand.visit(tenant.owner.token);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.route('**/v1/live-events*', (route) => route.abort());
    await page.goto(`${stand.origin}/console/setup`);
    await events(page).getByText('refused', { exact: true }).waitFor();
    await events(page).getByText('this page asks every few seconds').waitFor();
    await send(stand.service, tenant, { event_type: 'open' });
    while ((await countEvents(stand.service.services.workPool)) > 0);
    await events(page).getByText('received', { exact: true }).waitFor();
    expect(await events(page).innerText()).toContain('Events of this app so far: 1, among them open.');
  });

  test('an app can be chosen, or another made', async () => {
    const { tenant } = stand.world;
    const { page, takeProblems } = await open(tenant, tenant.owner, '?step=app');
    await page.getByRole('heading', { name: 'Or make another' }).waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'App', exact: true }).click();
    await events(page).getByText('received', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('app')).toBe(tenant.appId);
    expect(takeProblems()).toEqual([]);
  });

  test('a viewer watches and pastes a key, and is offered nothing that would be refused', async () => {
    const tenant = await createTenant(stand.service);
    const viewer = await addMember(stand.service, tenant, 'viewer');
    const { page, takeProblems } = await open(tenant, viewer);
    await page.getByText('Ask a developer of the team for one').waitFor();
    expect(await page.getByRole('button', { name: /^Make/ }).count()).toBe(0);
    await page.getByLabel('A key that you have kept').fill(stand.world.tenant.apiKey);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByRole('alert').getByText('This is a key of another app.').waitFor();
    await page.getByLabel('A key that you have kept').fill(tenant.apiKey);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByRole('tabpanel').getByText(tenant.apiKey).waitFor();
    await postEvents(stand.service, { ...signedEvent(tenant), signature: '0'.repeat(64) });
    await events(page).getByText('refused', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'Check an event' }).count()).toBe(0);
    expect(takeProblems()).toEqual([]);
  });
});

/** What keeps people out in light and dark, on a desk and on a phone. */
async function barriersIn(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [1440, 375])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await findBarriers(page, { coloursAlone: colorScheme === 'dark' })));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) found.push(`at ${width} it is ${overflow} px too wide`);
    }
  return found;
}
