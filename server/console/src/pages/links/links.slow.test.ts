import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { attributionsOf, clickLink, processQueued, send } from '@tributary/server/testing/attributed-app';
import { createLink, STORE_URL, type TestLink } from '@tributary/server/testing/create-link';
import { addCampaign, createTenant, freshAddress, type Tenant } from '@tributary/server/testing/test-tenant';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutputOf } from '../../client/procedures.ts';
import { type ConsoleStand, startConsoleStand } from '../../testing/console-stand.ts';
import { findBarriers } from '../../testing/find-barriers.ts';
import { openPage } from '../../testing/open-page.ts';
import { settle } from '../../testing/watched-page.ts';
import { toldOf, VISITORS } from './testing/visitors.ts';
import { LANDING_PAGE } from './who-gets-what.ts';

type LinkItem = OutputOf<'list_links'>['items'][number];

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  let tenant: Tenant;
  beforeAll(async () => {
    stand = await startConsoleStand();
    tenant = await createTenant(stand.service);
  });
  afterAll(() => stand?.close());

  const open = (path: string, expected?: readonly string[]) =>
    openPage(stand, tenant.owner.token, path, expected);
  async function linkOf(args: object): Promise<LinkItem> {
    const response = await tenant.owner.rpc('list_links', args);
    const [link] = ((await response.json()) as { items: LinkItem[] }).items;
    if (!link) throw new Error('no such link');
    return link;
  }
  const builder = (page: Page) => page.locator('.builder');

  test('a link is made with rules, an end, parameters and tags', async () => {
    const page = await open(`links?app=${tenant.appId}`);
    await page.getByLabel('Slug').fill('spring-sale');
    await page.getByLabel('Where it leads').fill('https://example.com/spring');
    await page.getByLabel('Tags').fill('spring, print, spring');
    await page.getByText('In the app', { exact: true }).click();
    await page.getByLabel('Place in the app').fill('/promo/1');
    await page.getByLabel('Parameters for the app').fill('{"coupon": "SPRING"}');
    await page.getByText('Rules', { exact: true }).click();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const first = page.getByRole('group', { name: 'Rule 1' });
    await expect
      .poll(() => first.getByLabel('Device').evaluate((field) => field === document.activeElement))
      .toBe(true);
    await first.getByLabel('Leads to').fill('https://example.com/a');
    await first.getByLabel('Share').fill('3');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const second = page.getByRole('group', { name: 'Rule 2' });
    await second.getByLabel('Leads to').fill('https://example.com/ke');
    await second.getByLabel('Country').selectOption('Kenya');
    await second.getByLabel('Language').fill('sw');
    await second.getByLabel('Until (UTC)').fill('2030-01-31T12:00');
    await second.getByRole('button', { name: /Try earlier/ }).click();
    await page.getByText('Expiry', { exact: true }).click();
    await page.getByLabel('It ends at (UTC)').fill('2031-02-01T00:00');
    await page.getByLabel('It takes so many clicks').fill('500');
    await page.getByText('Campaign parameters', { exact: true }).click();
    await page.getByLabel('utm_source').fill('poster');
    await expect
      .poll(() => builder(page).locator('.builder-preview').innerText())
      .toContain('in Kenya, who reads sw');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make the link' }).click();
    await page.getByText('The link is there.').waitFor();
    expect(await linkOf({ p_tag: 'print' })).toMatchObject({
      slug: 'spring-sale',
      tags: ['spring', 'print'],
      deep_link_path: '/promo/1',
      deferred_params: { coupon: 'SPRING' },
      rules: [
        {
          when: { country: 'KE', language: 'sw', until: Date.UTC(2030, 0, 31, 12) },
          url: 'https://example.com/ke',
        },
        { when: {}, url: 'https://example.com/a', weight: 3 },
      ],
      expires_at: Date.UTC(2031, 1, 1),
      max_clicks: 500,
      utm: { source: 'poster' },
    });
  });

  test('saving what nobody changed leaves the link as it is, and what is emptied is gone', async () => {
    const campaignId = await addCampaign(tenant, { p_app_id: tenant.appId });
    const { id } = await createLink(tenant, {
      p_campaign_id: campaignId,
      p_channel: 'sms',
      p_rules: [
        { when: { platform: 'android', from: 1_700_000_000_123 }, url: 'market://details?id=com.example' },
      ],
      p_expires_at: 1_900_000_000_000,
      p_expired_url: 'https://example.com/over',
      p_max_clicks: 9,
      p_utm: { medium: 'a & b' },
      p_tags: ['one', 'two'],
      p_deferred_params: { n: 1 },
    });
    const before = await linkOf({ p_link_id: id });
    const page = await open(`links/${id}`);
    const save = async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved, and in force everywhere.').waitFor();
      return linkOf({ p_link_id: id });
    };
    expect(await save()).toEqual({ ...before, updated_at: expect.any(Number) });
    await page.getByRole('button', { name: 'Remove rule 1' }).click();
    for (const label of [
      'Tags',
      'utm_medium',
      'It ends at (UTC)',
      'It takes so many clicks',
      'Afterwards it leads to',
    ])
      await page.getByLabel(label).fill('');
    const saved = page.waitForResponse((response) => response.url().includes('update_link'));
    await page.getByRole('button', { name: 'Save' }).click();
    await saved;
    const empty = { rules: [], tags: [], utm: null, expires_at: null, max_clicks: null, expired_url: null };
    await expect.poll(() => linkOf({ p_link_id: id })).toMatchObject(empty);
  });

  test('who gets what is what visitors then get', async () => {
    const rules = [
      { when: { platform: 'ios', until: 1 }, url: 'https://example.com/never' },
      { when: { platform: 'ios' }, url: 'https://example.com/iphones' },
      { when: { platform: 'android', language: 'pt' }, url: STORE_URL },
    ];
    const page = await open('profile');
    for (const args of [
      { p_android_url: STORE_URL, p_ussd_fallback: '*123#' },
      { p_android_url: 'https://example.com/android', p_ios_url: 'https://example.com/ios' },
      { p_android_url: null, p_rules: rules },
      { p_rules: [{ when: { language: 'pt' }, url: 'https://example.com/pt' }] },
      { p_title: 'Spring' },
      { p_title: 'Spring', p_ios_url: 'https://example.com/ios', p_rules: rules },
    ]) {
      const link = await createLink(tenant, args);
      await page.goto(`${stand.origin}/console/links/${link.id}`);
      await settle(page);
      for (const [who, agent] of Object.entries(VISITORS)) {
        const row = builder(page)
          .getByRole('row', { name: who, exact: false })
          .filter({ hasNotText: who === 'Android phone' ? 'in another' : 'no such text' });
        const told = await row.locator('td > div').last().innerText();
        expect(told.replace('everyone else', '').trim()).toBe(toldOf(await visit(link, agent)));
      }
    }
  });

  const visit = async (link: TestLink, agent: string) => {
    const headers = { 'user-agent': agent, 'x-forwarded-for': freshAddress(), 'accept-language': 'en' };
    const response = await stand.service.request(`/l/${link.slug}`, { headers });
    return response.status === 200 ? LANDING_PAGE : (response.headers.get('location') ?? '');
  };

  test('what is wrong with a folded field opens its group', async () => {
    const page = await open(`links?app=${tenant.appId}`, ['400']);
    await page.getByLabel('Slug').fill('folded');
    await page.getByLabel('Where it leads').fill('https://example.com/');
    await page.getByText('In the app', { exact: true }).click();
    await page.getByLabel('Place in the app').fill('product/42');
    await page.getByText('In the app', { exact: true }).click();
    await page.getByRole('button', { name: 'Make the link' }).click();
    await page.getByText('must be a path that begins with one /').waitFor();
    await page.getByLabel('Place in the app').fill('/product/42');
    await page.getByText('Rules', { exact: true }).click();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const field = page.getByRole('group', { name: 'Rule 1' }).getByLabel('Leads to');
    await page.getByText('Rules', { exact: true }).click();
    expect(await field.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Make the link' }).click();
    await expect.poll(() => field.isVisible()).toBe(true);
    await field.fill('market://details?id=com.example');
    await page.getByRole('button', { name: 'Make the link' }).click();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  });

  test('the list is narrowed by text and by tag, and its address shows a colleague the same', async () => {
    await createLink(tenant, { p_slug: 'autumn-one', p_tags: ['autumn', 'one & only'] });
    await createLink(tenant, { p_slug: 'autumn-two', p_tags: ['autumn'] });
    const page = await open(`links?app=${tenant.appId}`);
    const slugs = (shown: Page) => shown.locator('tbody a').allInnerTexts();
    await page.getByRole('searchbox', { name: 'Text in a link' }).fill('AUTUMN');
    await page.keyboard.press('Enter');
    await expect.poll(() => slugs(page)).toEqual(['/autumn-two', '/autumn-one']);
    await page.getByRole('button', { name: /one & only/ }).click();
    await expect.poll(() => slugs(page)).toEqual(['/autumn-one']);
    const colleague = await open(`links${new URL(page.url()).search}`);
    expect(await slugs(colleague)).toEqual(['/autumn-one']);
    await colleague.getByRole('searchbox').fill('no such link');
    await colleague.keyboard.press('Enter');
    await colleague.getByText('No link fits this.').waitFor();
    await colleague.getByRole('button', { name: 'Show all links' }).click();
    await expect.poll(async () => (await slugs(colleague)).length).toBeGreaterThan(2);
  });

  test('the page of a link shows the way from visits to installs, and the clicks of each rule', async () => {
    const { id, slug } = await createLink(tenant, {
      p_rules: [
        { when: { platform: 'ios' }, url: 'https://example.com/ios' },
        { when: { platform: 'desktop' }, url: 'https://example.com/desktop' },
      ],
    });
    const { referrer } = await clickLink(stand.service, slug);
    const [iphone, desktop] = [VISITORS.iPhone, VISITORS['Computer or iPad']];
    for (const userAgent of [iphone, desktop, desktop, 'Googlebot/2.1'])
      await clickLink(stand.service, slug, { userAgent });
    await send(stand.service, tenant, { event_type: 'install', referrer });
    await processQueued(stand.service);
    expect(await attributionsOf(stand.service, tenant)).toHaveLength(1);
    const page = await open(`links/${id}`);
    const steps = page.locator('.funnel li');
    await expect
      .poll(async () => {
        await page.reload();
        await settle(page);
        return steps.locator('.figure-value').allInnerTexts();
      })
      .toEqual(['5', '4', '1']);
    expect(await steps.locator('.figure-change').allInnerTexts()).toEqual([
      '',
      '80% of the step before',
      '25% of the step before',
    ]);
    const rows = page.getByRole('region', { name: 'Clicks by rule' }).locator('tbody tr');
    expect(await rows.allInnerTexts()).toEqual([
      '1\tiPhone\thttps://example.com/ios\t1\t33.3%',
      '2\tComputer or iPad\thttps://example.com/desktop\t2\t66.7%',
    ]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
  });
});
