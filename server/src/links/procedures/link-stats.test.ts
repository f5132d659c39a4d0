import { expect, test } from 'vitest';
import { clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

async function idOf(slug: string): Promise<string | undefined> {
  const { items } = (await (await tenant.owner.rpc('list_links')).json()) as {
    items: { id: string; slug: string }[];
  };
  return items.find((item) => item.slug === slug)?.id;
}

test('link_stats reports clicks, repeats, bots and installs, day by day', async () => {
  const slug = await createSlug(tenant);
  const from = '203.0.113.7';
  const { referrer } = await clickLink(service, slug, { from });
  await clickLink(service, slug, { from });
  await clickLink(service, slug, { userAgent: 'Googlebot/2.1' });
  await clickLink(service, slug);
  await send(service, tenant, { event_type: 'install', referrer, android_id: 'x' });
  await send(service, tenant, { event_type: 'install', referrer, android_id: 'x' });
  await processQueued(service);
  const counts = { clicks: 2, repeats: 1, bots: 1, installs: 1 };
  const response = await tenant.owner.rpc('link_stats', { p_link_id: await idOf(slug) });
  expect(await response.json()).toMatchObject({
    ...counts,
    days: [{ date: new Date().toISOString().slice(0, 10), ...counts }],
  });
});

test('link_stats covers the requested days, by default the current one and the 30 before', async () => {
  const p_link_id = await idOf(await createSlug(tenant));
  const ask = async (days: object) => (await tenant.owner.rpc('link_stats', { p_link_id, ...days })).json();
  expect(await ask({ p_date_to: '2024-02-29' })).toMatchObject({
    period: { from: '2024-01-30', to: '2024-02-29' },
  });
  expect(await ask({ p_date_from: '2024-03-01', p_date_to: '2024-02-29' })).toMatchObject({
    error: 'p_date_from: must not be after p_date_to (2024-03-01 to 2024-02-29)',
  });
});
