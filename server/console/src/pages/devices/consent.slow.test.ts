import { randomUUID } from 'node:crypto';
import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { forget } from '@tributary/server/privacy/erasure/testing/post-forget';
import { processQueued, send } from '@tributary/server/testing/attributed-app';
import { createTenant } from '@tributary/server/testing/test-tenant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from '../../testing/console-stand.ts';
import { openPage } from '../../testing/open-page.ts';

const MINUTE_MS = 60_000;

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  beforeAll(async () => {
    stand = await startConsoleStand();
  });
  afterAll(() => stand?.close());

  test('a device shows what its user states of consent, and each statement before on its time line', async () => {
    const { service } = stand;
    const tenant = await createTenant(service);
    const installation_id = randomUUID();
    const state = (consent: object, minutesAgo: number) =>
      send(service, tenant, {
        event_type: 'custom',
        custom_event_name: 'consent',
        installation_id,
        consent,
        age_ms: minutesAgo * MINUTE_MS,
      });
    await send(service, tenant, { event_type: 'install', installation_id, age_ms: 9 * MINUTE_MS });
    await state({ eea: true, ad_user_data: true, ad_personalization: true }, 5);
    await state({ eea: true, ad_user_data: false }, 2);
    await processQueued(service);
    const page = await openPage(stand, tenant.owner.token, `devices?id=${installation_id}`);
    const consent = page.locator('dt', { hasText: 'Consent' }).locator('xpath=following-sibling::dd[1]');
    await expect.poll(() => consent.innerText()).toBe('laws of the EEA hold: yes, data to ad networks: no');
    const entries = page.locator('.time-line li').filter({ has: page.getByText('Consent', { exact: true }) });
    expect(await entries.allInnerTexts()).toEqual([
      expect.stringContaining('data to ad networks: no'),
      expect.stringContaining('data to ad networks: yes, personal ads: yes'),
    ]);
  });

  test('the receipt of an installation that asked to be forgotten stands with its owner, and nothing of its ids', async () => {
    const { service } = stand;
    const tenant = await createTenant(service);
    const [installation_id, gaid] = [randomUUID(), randomUUID()];
    await send(service, tenant, { event_type: 'install', installation_id, gaid });
    await processQueued(service);
    const receipt = await forget(service, tenant, { installation_id });
    const page = await openPage(stand, tenant.owner.token, 'data');
    const row = page.getByRole('region', { name: 'erasures' }).locator('tbody tr');
    await expect.poll(() => row.count()).toBe(1);
    expect(await row.innerText()).toMatch(new RegExp(`${receipt}.*\tinstallation\tthe app\t.*done`, 's'));
    const shown = await page.locator('body').innerText();
    for (const id of [installation_id, gaid]) expect(shown).not.toContain(id);
  });
});
