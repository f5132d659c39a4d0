import { randomUUID } from 'node:crypto';
import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from './testing/console-stand.ts';
import { settle, type WatchedPage, watchPage } from './testing/watched-page.ts';

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  let watched: WatchedPage;
  beforeAll(async () => {
    stand = await startConsoleStand();
    watched = await watchPage(await stand.visit(stand.world.people.viewer.token));
  });
  afterAll(() => stand?.close());

  async function open(path: string) {
    await watched.page.goto(`${stand.origin}/console/${path}`);
    await settle(watched.page);
    return watched.page;
  }

  test.each([
    'from=2026-02-31&to=9999-99-99',
    'from=0000-01-01',
    'from=1969-12-31',
    'to=2200-01-01',
    'min=abc',
    'min=500',
    'campaign=nonsense',
    'model=zzz&channel=__proto__&flagged=maybe&country=kenya',
    'decisions.sort=nope&decisions.page=-7',
    'app=nonsense&team=nonsense',
  ])('%s narrows nothing, and nothing refused is asked for', async (query) => {
    const page = await open(`attribution?${query}`);
    await page.locator('tbody tr').first().waitFor();
    expect(watched.takeProblems()).toEqual([]);
  });

  test.each([
    ['installs/nonsense', 'Choose one in the attribution log', 'Attribution'],
    [`installs/${randomUUID()}`, 'Choose one in the attribution log', 'Attribution'],
    ['links/nonsense', 'Choose one of the links', 'Links'],
    [`links/${randomUUID()}`, 'Choose one of the links', 'Links'],
  ])('%s is nothing, and says where to go on', async (path, step, title) => {
    const page = await open(path);
    await page.getByRole('link', { name: step }).click();
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    expect(watched.takeProblems()).toEqual([]);
  });

  test('filters that leave nothing can be taken back', async () => {
    const page = await open(`attribution?campaign=${randomUUID()}&country=KE`);
    await page.getByRole('button', { name: /Another campaign/ }).waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.locator('tbody tr').first().waitFor();
    expect(new URL(page.url()).search).toBe('');
  });
});
