import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { PASSWORD } from '@tributary/server/testing/test-tenant';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from './testing/console-stand.ts';
import { focused, focusShown, tabTo } from './testing/tab-to.ts';
import { takePage } from './testing/take-page.ts';
import { settle } from './testing/watched-page.ts';

// What each kind of person does, without a mouse. `tabTo` fails at a stop whose focus cannot be seen.

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  beforeAll(async () => {
    stand = await startConsoleStand();
  });
  afterAll(() => stand?.close());

  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  async function open(who: keyof ConsoleStand['world']['people'], path: string): Promise<Page> {
    const { page } = await takePage(stand, stand.world.people[who].token);
    await page.goto(`${stand.origin}/console/${path}`);
    await settle(page);
    return page;
  }

  test('anyone signs in', async () => {
    const { page } = await takePage(stand);
    await page.goto(`${stand.origin}/console`);
    await settle(page);
    await tabTo(page, 'link "Skip to the content"');
    await tabTo(page, 'textbox "E-mail address"');
    await page.keyboard.type(stand.world.tenant.owner.email);
    await tabTo(page, 'textbox "Password"');
    await page.keyboard.type(PASSWORD);
    await press(page, 'Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  test.each(['overview', 'links', 'members', 'attribution'])(
    '%s: the first stop skips to the content, each is seen, and the last leads to the first',
    async (path) => {
      const page = await open('owner', path);
      await press(page, 'Tab');
      expect(await focused(page)).toContain('Skip to the content');
      await tabTo(page, 'Skip to the content', 600);
      await press(page, 'Enter', 'Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    },
  );

  test('a viewer chooses an app and days, filters, and opens a row', async () => {
    const page = await open('viewer', 'links');
    await tabTo(page, /button ".*\bApp/);
    await press(page, 'Enter', 'ArrowDown', 'Enter');
    await page.waitForURL(/[?&]app=/);
    await expect.poll(() => focused(page)).toMatch(/button ".*\bApp/);
    await tabTo(page, /spinbutton "day, Start/);
    await press(page, 'ArrowUp');
    await page.waitForURL(/[?&]from=/);
    await tabTo(page, /button "Choose days in a calendar/);
    await press(page, 'Enter');
    await page.getByRole('dialog').waitFor();
    await press(page, 'Escape');
    await expect.poll(() => focused(page)).toContain('Choose days in a calendar');
    await tabTo(page, /button ".*Campaign/);
    await press(page, 'Enter', 'ArrowDown', 'Enter');
    await page.waitForURL(/[?&]campaign=/);
    await expect.poll(() => focused(page)).toMatch(/button ".*Campaign/);
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('Tab');
    const [row] = await page.locator('tbody a').allInnerTexts();
    await tabTo(page, `link "${row}"`);
    await press(page, 'Enter');
    await page.waitForURL('**/console/links/*');
    await settle(page);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  test('a marketer makes a link', async () => {
    const page = await open('marketer', `links?app=${stand.world.tenant.appId}`);
    await tabTo(page, 'textbox "Slug"');
    await page.keyboard.type('by-keyboard');
    await tabTo(page, 'textbox "Where it leads"');
    await page.keyboard.type('https://example.com/');
    await press(page, 'Enter');
    await page.getByText('The link is there.').waitFor();
    await tabTo(page, 'button "Copy the link"');
  });

  test('a developer revokes a key, after closing the question once', async () => {
    const page = await open('developer', `keys?app=${stand.world.tenant.appId}`);
    const revoke = page.getByRole('button', { name: 'Revoke', exact: true });
    const before = await revoke.count();
    await tabTo(page, 'button "Revoke"');
    await press(page, 'Enter');
    await page.getByRole('alertdialog').waitFor();
    await tabTo(page, 'button "Cancel"', 10);
    await press(page, 'Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('button "Revoke"');
    expect(await revoke.count()).toBe(before);
    await press(page, 'Enter');
    await page.getByRole('alertdialog').waitFor();
    await tabTo(page, 'button "Revoke"', 10);
    await press(page, 'Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expect.poll(() => revoke.count()).toBe(before - 1);
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  });

  test('an owner invites someone', async () => {
    const page = await open('owner', 'members');
    await tabTo(page, 'textbox "E-mail"');
    await page.keyboard.type('new-colleague@example.com');
    await tabTo(page, 'combobox "Role"');
    await press(page, 'ArrowDown');
    await tabTo(page, 'button "Invite"');
    await press(page, 'Enter');
    await page.getByText('They get a mail with this link.').waitFor();
    await tabTo(page, 'button "Copy the link of the invitation"');
    expect(await focusShown(page)).toBe(true);
  });
});
