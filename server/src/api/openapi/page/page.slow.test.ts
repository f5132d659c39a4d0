import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { openBrowser } from '@tributary/sdk/testing/chromium/open-browser';
import { describe, expect, test } from 'vitest';
import { perSuite } from '../../../testing/per-suite.ts';
import { listen } from '../../../testing/serve-over-http.ts';
import { useService } from '../../../testing/use-service.ts';

const IDS = `[...document.querySelectorAll('.opblock')].map(({ id }) => id)`;
const IS_AT_END = 'window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1';

describe.skipIf(!hasBrowser)('in Chromium', () => {
  const service = useService();
  const server = perSuite(
    () => listen(service),
    ({ close }) => close(),
  );
  const context = perSuite(
    async () => (await openBrowser()).newContext(),
    (each) => each.close(),
  );

  test('/docs shows an operation, under its policy and from this service alone', async () => {
    const page = await context.newPage();
    const wrongs: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrongs.push(message.text());
    });
    page.on('pageerror', (error) => wrongs.push(error.message));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && origin !== server.origin) wrongs.push(request.url());
    });
    const response = await page.goto(`${server.origin}/docs`);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).not.toMatch(/unsafe|(script|style)-src[^;]*(data|blob):/);
    await page.locator('.opblock').first().waitFor();
    // Of so many operations the viewer holds those in sight.
    const seen = new Set<string>();
    const wanted = page.locator('text="Create a short link"');
    while (!(await page.evaluate<boolean>(IS_AT_END)) || seen.size === 0) {
      for (const id of await page.evaluate<string[]>(IDS)) seen.add(id);
      await page.evaluate('window.scrollTo(0, window.scrollY + 300)');
      await page.waitForTimeout(50);
    }
    expect(seen.size).toBeGreaterThan(100);
    await page.evaluate('window.scrollTo(0, 0)');
    while ((await wanted.count()) === 0) {
      await page.evaluate('window.scrollTo(0, window.scrollY + 300)');
      await page.waitForTimeout(50);
    }
    await wanted.click();
    const open = page.locator('.opblock.is-open');
    for (const hasText of ['p_fallback_url', 'spring-sale', 'Audited as create_deep_link'])
      await open.filter({ hasText }).waitFor();
    expect(wrongs).toEqual([]);
  });
});
