import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { report } from '@tributary/server/analytics/testing/ask-report';
import type { TrafficWorld } from '@tributary/server/analytics/testing/traffic-world';
import { createTenant } from '@tributary/server/testing/test-tenant';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutputOf } from '../../client/procedures.ts';
import { type ConsoleStand, startConsoleStand } from '../../testing/console-stand.ts';
import { csvOf } from '../../testing/csv-of.ts';
import { openPage } from '../../testing/open-page.ts';
import { settle } from '../../testing/watched-page.ts';
import { makeBusyWorld } from './testing/make-busy-world.ts';

type Installs = OutputOf<'analytics.installs'>;
type Question = readonly [name: string, input: unknown];

const DAY_MS = 86_400_000;

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const to = dayOf(Date.now());
  const from = dayOf(Date.now() - 9 * DAY_MS);
  const days = { date_from: from, date_to: to };
  let stand: ConsoleStand;
  let world: TrafficWorld;
  beforeAll(async () => {
    stand = await startConsoleStand();
    world = await makeBusyWorld(stand.service);
  });
  afterAll(() => stand?.close());

  async function open(query = '', who = world.tenant.owner): Promise<Page> {
    const path = `overview?from=${from}&to=${to}${query}`;
    const page = await openPage(stand, who.token, path);
    await page.waitForLoadState('networkidle');
    return page;
  }
  const ask = <Body>(resource: string, more: Record<string, string> = {}) =>
    report<Body>(world.tenant.owner, resource, { ...days, ...more });

  test('a chosen figure is charted, and its address shows a colleague the same', async () => {
    const page = await open();
    await page.getByRole('heading', { name: 'Installs, day by day' }).waitFor();
    await figure(page, 'Average confidence').click();
    await page.getByRole('heading', { name: 'Average confidence, day by day' }).waitFor();
    const { search } = new URL(page.url());
    expect(search).toContain('figure=confidence');
    const colleague = await open(search.replace('?', '&'));
    const card = colleague.getByRole('region', { name: 'Average confidence, day by day' });
    await card.getByText('Table', { exact: true }).click();
    const { days: told } = await ask<Installs>('installs');
    expect((await lines(card)).map((line) => line[1])).toEqual(
      told.map(({ total, avg_confidence }) => (total === 0 ? '–none' : String(avg_confidence))),
    );
    expect(await figure(colleague, 'Average confidence').getAttribute('aria-pressed')).toBe('true');
    expect(await colleague.getByRole('main').innerText()).toContain('Days are UTC');
  });

  test('the figures and their CSV are those of the reports, and of the period before', async () => {
    const page = await open();
    const before = {
      date_from: dayOf(Date.parse(from) - 10 * DAY_MS),
      date_to: dayOf(Date.parse(from) - DAY_MS),
    };
    const told = async (period: Record<string, string>) => {
      const summary = await ask<OutputOf<'analytics.summary'>>('summary', period);
      const installs = await ask<Installs>('installs', period);
      const roas = await ask<OutputOf<'analytics.roas'>>('roas', period);
      const share = (100 * (installs.flagged_installs ?? 0)) / summary.total_installs;
      return { summary, share, eur: roas.by_currency.EUR, usd: roas.by_currency.USD };
    };
    const [now, then] = [await told(days), await told(before)];
    expect(
      [now.share, then.summary.total_installs, now.eur?.revenue].every((value) => value && value > 0),
    ).toBe(true);
    const figures = page.getByRole('region', { name: 'Figures', exact: true });
    await figures.getByText('Table', { exact: true }).click();
    const csv = await csvOf(page, figures);
    const cell = (value: number | null | undefined) => String(value ?? '');
    expect(csv).toEqual([
      'figure,value,before',
      `installs,${now.summary.total_installs},${then.summary.total_installs}`,
      `high-confidence,${now.summary.high_confidence_rate_pct},${then.summary.high_confidence_rate_pct}`,
      `confidence,${now.summary.avg_confidence_score},${then.summary.avg_confidence_score}`,
      `fraud,${now.share},${then.share}`,
      `revenue.EUR,${cell(now.eur?.revenue)},${cell(then.eur?.revenue ?? 0)}`,
      `roas.EUR,${cell(now.eur?.roas)},${cell(then.eur?.roas)}`,
      `revenue.USD,${cell(now.usd?.revenue)},${cell(then.usd?.revenue ?? 0)}`,
    ]);
    await figure(page, 'Revenue, EUR').click();
    const card = page.getByRole('region', { name: 'Revenue, EUR, day by day' });
    await card.getByText('Table', { exact: true }).click();
    expect((await csvOf(page, card)).at(-1)).toBe(`${to},${cell(now.eur?.revenue)}`);
  });

  test('installs are stacked by channel or model, and what has no colour of its own is added up', async () => {
    const page = await open();
    const card = page.getByRole('region', { name: 'Installs a day', exact: true }).first();
    expect(await card.locator('.legend li').allInnerTexts()).toHaveLength(8);
    await card.getByText('Table', { exact: true }).click();
    const { days: told } = await ask<Installs>('installs');
    const csv = await csvOf(page, card);
    const sums = [...new Set(told.flatMap(({ by_channel }) => Object.keys(by_channel)))].map((channel) =>
      told.reduce((sum, { by_channel }) => sum + (by_channel[channel] ?? 0), 0),
    );
    expect(sums.length).toBeGreaterThan(8);
    const rest = sums.sort((a, b) => b - a).slice(7);
    const others = csv.slice(1).map((line) => Number(line.split(',').at(-1)));
    expect(csv[0]?.endsWith(',Other')).toBe(true);
    expect(total(others)).toBe(total(rest));
    expect(csv.slice(1).map((line) => total(line.split(',').slice(1).map(Number)))).toEqual(
      told.map((day) => day.total),
    );
    await card.getByRole('button', { name: /By channel/ }).click();
    await page.getByRole('option', { name: 'By model' }).click();
    await expect.poll(() => page.url()).toContain('by=model');
    expect(await card.locator('.legend li').allInnerTexts()).toContain('Click id');
  });

  test('each app has the figures that it has when it is asked for alone', async () => {
    const page = await open();
    const card = page.getByRole('region', { name: 'All apps' });
    const csv = await csvOf(page, card);
    expect(csv[0]).toBe(
      'app,installs,high_confidence,avg_confidence,fraud_share,revenue_EUR,revenue_USD,roas_EUR',
    );
    expect(csv).toHaveLength(4);
    const apps = await listApps();
    for (const { id, name } of apps) {
      const summary = await ask<OutputOf<'analytics.summary'>>('summary', { app_id: id });
      const { flagged_installs } = await ask<Installs>('installs', { app_id: id });
      const { by_currency } = await ask<OutputOf<'analytics.roas'>>('roas', { app_id: id });
      const share = (100 * (flagged_installs ?? 0)) / summary.total_installs;
      const { total_installs, high_confidence_rate_pct, avg_confidence_score } = summary;
      const money = [by_currency.EUR?.revenue, by_currency.USD?.revenue, by_currency.EUR?.roas];
      expect(csv).toContain(
        [name, total_installs, high_confidence_rate_pct, avg_confidence_score, share, ...money].join(','),
      );
    }
    await card
      .getByRole('link', { name: apps[0]?.name ?? '' })
      .first()
      .click();
    await expect.poll(() => page.url()).toContain('app=');
    await expect.poll(() => card.count()).toBe(0);
  });

  test('the campaigns that brought most have their revenue', async () => {
    const page = await open();
    const { campaigns } = await ask<OutputOf<'analytics.roas'>>('roas');
    const spring = campaigns.find(({ name }) => name === 'Spring');
    const csv = await csvOf(page, page.getByRole('region', { name: 'Top campaigns' }));
    expect(csv[0]).toBe('campaign,channel,installs,revenue_EUR,roas_EUR');
    expect(csv).toContain(
      `Spring,,${spring?.attributed_installs},${spring?.revenue.EUR?.total},${spring?.roas}`,
    );
  });

  test('the links that brought most have the revenue that came by them', async () => {
    const page = await open();
    const { links } = await ask<OutputOf<'analytics.roas'>>('roas');
    const csv = await csvOf(page, page.getByRole('region', { name: 'Top links' }));
    expect(links).toMatchObject([{ clicks: 1, attributed_installs: 1, revenue: { EUR: { total: 12.5 } } }]);
    expect(csv).toEqual([
      'link,channel,clicks,installs,revenue_EUR',
      ...links.map(({ slug, channel, clicks, attributed_installs, revenue }) =>
        [slug, channel, clicks, attributed_installs, revenue.EUR?.total].join(','),
      ),
    ]);
  });

  test('what it shows is asked once, in one request, after one for what the account has', async () => {
    const page = await open();
    const asked: Question[][] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/trpc/')) return;
      const inputs = Object.values(request.postDataJSON() as Record<string, { json: unknown }>);
      const names = pathname.replace('/trpc/', '').split(',');
      asked.push(names.map((name, at) => [name, inputs[at]?.json]));
    });
    await page.reload();
    await settle(page);
    await page.waitForLoadState('networkidle');
    const [account, questions, ...rest] = asked;
    expect(rest).toEqual([]);
    expect(account?.map(([name]) => name).toSorted()).toEqual(['list_accounts', 'list_apps', 'list_teams']);
    const scopes = [{ date_to: to }, { date_to: dayOf(Date.parse(from) - DAY_MS) }];
    expect(questions?.map(([name, input]) => ({ name, input }))).toMatchObject([
      ...scopes.flatMap((input) =>
        ['analytics.summary', 'analytics.installs', 'analytics.roas'].map((name) => ({ name, input })),
      ),
      { name: 'list_links' },
      { name: 'list_payment_webhooks' },
      { name: 'list_ad_network_configs' },
    ]);
  });

  test('the session and the code of the page are asked for while the rest of the console is loaded', async () => {
    const page = await open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    let beforeConsole: readonly string[] = [];
    await page.route('**/assets/console-*.js', async (route) => {
      await expect.poll(() => asked.some((path) => path.includes('/overview-page-'))).toBe(true);
      beforeConsole = [...asked];
      await route.continue();
    });
    await page.reload();
    await settle(page);
    expect(beforeConsole).toContain('/console/session');
    // A file that a browser keeps costs it about as much as a small question.
    expect(asked.filter((path) => path.endsWith('.js')).length).toBeLessThanOrEqual(13);
  });

  test('a plan without revenue and fraud has the rest, and says what it lacks', async () => {
    const tenant = await createTenant(stand.service);
    await stand.service.services.workPool.query(`update accounts set plan = 'free' where id = $1`, [
      tenant.accountId,
    ]);
    const page = await open('', tenant.owner);
    await page.getByText('Your plan does not have this.').waitFor();
    expect(await page.getByText('Your plan does not have this.').count()).toBe(1);
    expect(await figure(page, 'Installs').count()).toBe(1);
    expect(await page.getByText('No install in these days').count()).toBe(1);
  });

  async function listApps(): Promise<OutputOf<'list_apps'>['items']> {
    const response = await world.tenant.owner.rpc('list_apps');
    return ((await response.json()) as OutputOf<'list_apps'>).items;
  }
});

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** The button of a figure. */
const figure = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Figures', exact: true }).locator('button.figure', { hasText: title });

/** The cells of a table, row by row. */
async function lines(card: Locator): Promise<string[][]> {
  const rows = await card.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('td').allTextContents()));
}
