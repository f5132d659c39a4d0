import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { PASSWORD } from '@tributary/server/testing/test-tenant';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from './testing/console-stand.ts';
import { takePage } from './testing/take-page.ts';
import { settle } from './testing/watched-page.ts';

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  let page: Page;
  beforeAll(async () => {
    stand = await startConsoleStand();
  });
  afterAll(() => stand?.close());
  beforeEach(async () => {
    const { token } = stand.world.people.owner;
    ({ page } = await takePage(stand, token));
    await page.goto(addressOf('profile'));
    await settle(page);
    // Gone, if anything loads the page anew.
    await page.evaluate(() => Object.assign(window, { stayed: true }));
  });

  const addressOf = (path: string) => `${stand.origin}/console/${path}?app=${stand.world.tenant.appId}`;
  const titled = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const go = (path: string) => page.evaluate((to) => history.pushState({}, '', to), addressOf(path));
  const away = (on: Page) => on.getByText('The service cannot be reached. Trying again…');
  const isBack = async () => {
    await away(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  };

  test.each([
    ['attribution', 'Attribution'],
    ['members', 'Members'],
    ['live', 'Live'],
    ['webhooks', 'Payment webhooks'],
    ['audit', 'Audit log'],
  ])('%s, opened while nobody answers, is there when the service is back', async (path, title) => {
    await stand.leave();
    await go(path);
    await away(page).waitFor();
    await stand.comeBack();
    await titled(title);
    await settle(page);
    expect(page.url()).toBe(addressOf(path));
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('a page that was shown stays, and what it asks for meanwhile comes later', async () => {
    await go('keys');
    await titled('API keys');
    await settle(page);
    await stand.leave();
    await page.getByRole('button', { name: 'App', exact: false }).first().click();
    await page.getByRole('option', { name: 'All apps' }).click();
    await away(page).waitFor();
    expect(await page.getByRole('heading', { name: 'Make a key' }).count()).toBe(1);
    await stand.comeBack();
    await page.getByRole('cell', { name: 'App', exact: true }).first().waitFor();
    await isBack();
  });

  test('a live view goes on by itself', async () => {
    await go('live');
    await page.getByText('Watching.').waitFor();
    await stand.leave();
    await page.getByText('Connecting…').waitFor();
    await stand.comeBack();
    await page.getByText('Watching.').waitFor();
  });

  test('a change that did not arrive is said to be so, and never sent by itself', async () => {
    await go('campaigns');
    await titled('Campaigns');
    await settle(page);
    await page.getByLabel('Name', { exact: true }).fill('Lost campaign');
    await stand.leave();
    await page.getByRole('button', { name: 'Make the campaign' }).click();
    await page.getByText(/This was not done, unless only its answer was lost/).waitFor();
    await away(page).waitFor();
    await stand.comeBack();
    await isBack();
    const made = async () => {
      const { rows } = await stand.service.services.workPool.query(
        "select from campaigns where name = 'Lost campaign'",
      );
      return rows.length;
    };
    expect(await made()).toBe(0);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Lost campaign');
    await page.getByRole('button', { name: 'Make the campaign' }).click();
    await page.getByRole('link', { name: 'Lost campaign' }).waitFor();
    expect(await made()).toBe(1);
  });

  test('a live view whose session has ended leads to the sign-in', async () => {
    const { token, userId } = stand.world.people.viewer;
    const { page: watching } = await takePage(stand, token);
    await watching.goto(addressOf('live'));
    await watching.getByText('Watching.').waitFor();
    await stand.service.services.workPool.query('delete from auth_sessions where user_id = $1', [userId]);
    await watching.getByRole('heading', { level: 1, name: 'Sign in', exact: true }).waitFor();
    expect(new URL(watching.url()).searchParams.get('next')).toContain('/live');
  });

  test('a session that ends in the middle leads to the sign-in, and back to the same address', async () => {
    const { email, userId } = stand.world.tenant.owner;
    await stand.service.services.workPool.query('delete from auth_sessions where user_id = $1', [userId]);
    await go('members');
    await titled('Sign in');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await titled('Members');
    expect(page.url()).toBe(addressOf('members'));
  });
});
