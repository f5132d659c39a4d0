import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { openBrowser } from '@tributary/sdk/testing/chromium/open-browser';
import type { BrowserContext } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createSlug } from '../../../testing/create-link.ts';
import { perSuite } from '../../../testing/per-suite.ts';
import { serveOverHttp } from '../../../testing/serve-over-http.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { createTenant } from '../../../testing/test-tenant.ts';

const HIDDEN =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
/** What Chrome on such a phone says when it is asked. */
const PHONE = {
  platform: 'Android',
  platformVersion: '14.0.0',
  model: 'SM-A155F',
  mobile: true,
  architecture: '',
  brands: [{ brand: 'Chromium', version: '142' }],
};

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  const service = perSuite(
    async () => serveOverHttp(await startTestService({ env: { CLIENT_HINTS: 'now' } })),
    (started) => started.close(),
  );

  async function openPhone(context: BrowserContext) {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setUserAgentOverride', { userAgent: HIDDEN, userAgentMetadata: PHONE });
    return page;
  }

  test('a phone that hides its model gives it to its first click, which is one', async () => {
    const tenant = await createTenant(service);
    // Leads to the service itself: no other host is asked.
    const to = `${service.origin}/paused`;
    const slug = await createSlug(tenant, { p_android_url: to, p_fallback_url: to });
    const context = await (await openBrowser()).newContext({ userAgent: HIDDEN });
    const page = await openPhone(context);
    await page.goto(`${service.origin}/l/${slug}`);
    await context.close();
    const { rows } = await service.services.workPool.query(
      `select device_model, os_version from clicks where customer_id = $1 and excluded_because is null`,
      [tenant.accountId],
    );
    expect(rows).toEqual([{ device_model: 'SM-A155F', os_version: '14' }]);
  });
});
