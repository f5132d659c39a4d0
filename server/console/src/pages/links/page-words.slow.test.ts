import { hasBrowser } from '@tributary/sdk/testing/chromium/chromium';
import { createLink } from '@tributary/server/testing/create-link';
import { createTenant, freshAddress, type Tenant } from '@tributary/server/testing/test-tenant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleStand, startConsoleStand } from '../../testing/console-stand.ts';
import { findBarriers } from '../../testing/find-barriers.ts';
import { openPage } from '../../testing/open-page.ts';

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

describe.skipIf(!hasBrowser)('in Chromium (skipped where it is not installed)', () => {
  let stand: ConsoleStand;
  let tenant: Tenant;
  beforeAll(async () => {
    stand = await startConsoleStand();
    tenant = await createTenant(stand.service);
  });
  afterAll(() => stand?.close());

  test('an account words its landing pages, one language after the other, and takes it back', async () => {
    const { slug } = await createLink(tenant, { p_title: 'Spring' });
    const visit = async (language: string) => {
      const headers = {
        'user-agent': WINDOWS,
        'accept-language': language,
        'x-forwarded-for': freshAddress(),
      };
      return (await stand.service.request(`/l/${slug}`, { headers })).text();
    };
    const page = await openPage(stand, tenant.owner.token, `links?app=${tenant.appId}`);
    const card = page.getByRole('region', { name: 'Texts of landing pages' });
    await card.getByText('They are the service’s own').waitFor();
    const change = async (language: string, text: string) => {
      await card.getByRole('button', { name: 'Change the words' }).click();
      await page.getByLabel('Language', { exact: true }).selectOption(language);
      await page.getByLabel('Button to the web').fill(text);
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save the words' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await change('German', 'Zum Laden');
    await card.getByText('Your own in German').waitFor();
    await change('Arabic', 'إلى المتجر');
    await card.getByText('Your own in German and Arabic').waitFor();
    expect(await visit('de-AT')).toContain('Zum Laden');
    expect(await visit('ar')).toContain('إلى المتجر');
    expect(await visit('fr')).toContain('Continuer dans le navigateur');
    await change('German', '');
    await card.getByText('Your own in Arabic').waitFor();
    expect(await visit('de')).toContain('Im Browser fortfahren');
  });
});
