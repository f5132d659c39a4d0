import { describe, expect, test } from 'vitest';
import { createSlug } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { addApp, addCampaign, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

describe('a campaign', () => {
  test('gives its links their channel, if they have none', async () => {
    const id = await addCampaign(tenant, { p_channel: 'email' });
    const own = await createSlug(tenant, { p_campaign_id: id, p_channel: 'sms' });
    const taken = await createSlug(tenant, { p_campaign_id: id, p_channel: null });
    const listed = await tenant.owner.rpc('list_links', { p_campaign_id: id });
    const { items } = (await listed.json()) as { items: Record<string, unknown>[] };
    expect(items.map(({ slug, channel, campaign_id }) => [slug, channel, campaign_id])).toEqual([
      [taken, 'email', id],
      [own, 'sms', id],
    ]);
  });

  test('of one app cannot be used by another', async () => {
    const other = await addApp(tenant);
    const id = await addCampaign(tenant, { p_app_id: other });
    const response = await tenant.owner.rpc('create_deep_link', {
      p_app_id: tenant.appId,
      p_slug: 'of-a-campaign',
      p_fallback_url: 'https://example.com/',
      p_campaign_id: id,
    });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('p_campaign_id')]);
  });

  test('is renamed, archived and listed', async () => {
    const id = await addCampaign(tenant);
    await tenant.owner.rpc('update_campaign', { p_campaign_id: id, p_name: 'Summer', p_archived: true });
    expect(await (await tenant.owner.rpc('list_campaigns')).json()).toEqual({
      items: [
        { id, app_id: null, name: 'Summer', channel: null, archived: true, created_at: expect.any(Number) },
      ],
      next_cursor: null,
    });
  });
});
