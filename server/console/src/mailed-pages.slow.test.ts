import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { totpOf } from '@tributary/server/platform/auth/session/testing/totp';
import { freshAddress, PASSWORD, signUp } from '@tributary/server/testing/test-tenant';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from './testing/console-stand.ts';
import { takePage } from './testing/take-page.ts';
import { settle } from './testing/watched-page.ts';

describe.skipIf(!hasBrowser)(
  'pages that mails lead to, in Chromium (skipped where it is not installed)',
  () => {
    let stand: ConsoleStand;
    beforeAll(async () => {
      stand = await startConsoleStand();
    });
    afterAll(() => stand?.close());

    const titleOf = async (page: Page) => {
      await settle(page);
      return page.locator('h1').innerText();
    };
    /** As whoever puts another link into the tab that shows the page: nothing is loaded. */
    const paste = (page: Page, hash: string) =>
      page.evaluate((given) => {
        location.hash = given;
      }, hash);
    const expectNoHash = (page: Page) => expect.poll(() => page.url()).not.toContain('#');

    async function open(path: string, token?: string): Promise<Page> {
      const { page } = await takePage(stand, token);
      await page.goto(`${stand.origin}/console/${path}`);
      await settle(page);
      return page;
    }

    test('a reset link that is put into the open page is followed, and leaves no token behind', async () => {
      const page = await open('reset-password');
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/reset-password')) asked.push(request.postData() ?? '');
      });
      for (const token of ['svl_first', 'svl_second']) {
        await paste(page, token);
        await page.getByLabel('New password').fill('another-long-password');
        await expectNoHash(page);
      }
      await page.getByRole('button', { name: 'Set the password' }).click();
      await expect.poll(() => asked.length).toBe(1);
      expect(asked[0]).toContain('svl_second');
      expect(await page.getByLabel('New password').inputValue()).toBe('another-long-password');
    });

    test('a second invitation that is put into the page of the first joins the second team', async () => {
      const invited = await signUp(stand.service);
      const { owner, teamId } = stand.world.tenant;
      const tokens: string[] = [];
      for (const p_role of ['viewer', 'marketer']) {
        const made = await owner.rpc('create_invitation', {
          p_email: invited.email,
          p_role,
          p_team_id: teamId,
        });
        expect(made.status).toBe(200);
        const { token } = (await made.json()) as { token: string };
        tokens.push(token);
      }
      const page = await open(`invitation#${tokens[0]}`, invited.token);
      await page.getByRole('button', { name: 'Accept the invitation' }).waitFor();
      await paste(page, tokens[1] ?? '');
      await expectNoHash(page);
      const [accepted] = await Promise.all([
        page.waitForRequest((request) => request.url().endsWith('/accept_invitation')),
        page.getByRole('button', { name: 'Accept the invitation' }).click(),
      ]);
      expect(accepted.postDataJSON()).toEqual({ p_token: tokens[1] });
    });

    test('a sign-in link is not used up by a page that is loaded ahead, before it is shown', async () => {
      const { page } = await takePage(stand);
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/sign-in/link')) asked.push(request.postData() ?? '');
      });
      await page.addInitScript(`
        let isAhead = true;
        Object.defineProperty(document, 'prerendering', { get: () => isAhead, configurable: true });
        window.show = () => { isAhead = false; document.dispatchEvent(new Event('prerenderingchange')); };
      `);
      await page.goto(`${stand.origin}/console/sign-in#svl_token`);
      await page.getByText('Signing in').waitFor();
      await page.waitForTimeout(300);
      expect(asked).toEqual([]);
      await page.evaluate('show()');
      await expect.poll(() => asked.length).toBe(1);
      expect(asked[0]).toContain('svl_token');
    });

    test.each([
      ['reset-password', 'Set a new password'],
      ['invitation', 'This invitation is incomplete'],
      ['sign-in', 'Sign in'],
    ])('what can be no token is said to be incomplete: %s#%%', async (path, title) => {
      const page = await open(`${path}#%`);
      expect(await titleOf(page)).toBe(title);
      await page
        .getByText(/incomplete/)
        .first()
        .waitFor();
      await expectNoHash(page);
    });

    test('the page of a confirmed address says so only where one was', async () => {
      const plain = await open('verify');
      expect(await titleOf(plain)).toBe('Confirm your address');
      expect(await plain.getByText('The link has worked').count()).toBe(0);
      expect(await titleOf(await open('verify?error=INVALID_TOKEN'))).toBe('The address was not confirmed');
      expect(await titleOf(await open('verify?confirmed=yes'))).toBe('Thank you');
    });

    test('turning the second factor on and off keeps the session, and shows the recovery codes once', async () => {
      const person = await signUp(stand.service);
      const page = await open('profile', person.token);
      const card = page.locator('section, article, div.card').filter({ hasText: 'Second factor' }).last();
      const post = (path: string, body: object) =>
        stand.service.request(`/api/auth${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
          body: JSON.stringify(body),
        });
      const enabling = page.waitForResponse((response) => response.url().endsWith('/two-factor/enable'));
      await card.getByLabel('Your password').fill(PASSWORD);
      await card.getByRole('button', { name: 'Set up a second factor' }).click();
      const { totpURI, backupCodes } = (await (await enabling).json()) as {
        totpURI: string;
        backupCodes: string[];
      };
      await page.getByLabel('Code').fill(totpOf(totpURI));
      await page.getByRole('button', { name: 'Turn it on' }).click();

      await page.getByText('It is on').waitFor();
      expect(backupCodes.length).toBeGreaterThanOrEqual(8);
      expect((await page.locator('pre').innerText()).split('\n')).toEqual(backupCodes);
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download the recovery codes' }).click();
      expect((await downloading).suggestedFilename()).toBe('recovery-codes.txt');
      await page.reload();
      expect(await titleOf(page)).toBe('Your profile');
      expect(await page.locator('pre').count()).toBe(0);

      const off = page.locator('form').filter({ hasText: 'Turn it off' });
      await off.getByLabel('Your password').fill(PASSWORD);
      await off.getByRole('button', { name: 'Turn it off' }).click();
      await page.getByRole('button', { name: 'Set up a second factor' }).waitFor();
      await page.reload();
      expect(await titleOf(page)).toBe('Your profile');
      const signedIn = await post('/sign-in/email', { email: person.email, password: PASSWORD });
      expect(signedIn.headers.get('set-auth-token')).not.toBeNull();
    });
  },
);

describe.skipIf(!hasBrowser)('an address', () => {
  let stand: ConsoleStand;
  beforeAll(async () => {
    stand = await startConsoleStand();
  });
  afterAll(() => stand?.close());

  test('takes along to other pages what they heed, and no channel or campaign', async () => {
    const { page } = await takePage(stand, stand.world.tenant.owner.token);
    const { appId } = stand.world.tenant;
    const heeded = `app=${appId}&from=2026-01-01&to=2026-01-31&country=KE`;
    await page.goto(`${stand.origin}/console/attribution?${heeded}&channel=social_a&campaign=x`);
    await settle(page);
    const links = await page
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).search));
    expect(links.filter((text) => text !== '').length).toBeGreaterThan(10);
    // Pages that look at nothing of an account have none.
    for (const search of links.filter((text) => text !== '')) expect(search).toBe(`?${heeded}`);
  });
});
