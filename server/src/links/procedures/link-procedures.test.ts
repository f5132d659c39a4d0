import { describe, expect, test } from 'vitest';
import { clickLink } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { addCampaign, addMember, addTeam, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const elsewhere = useService({ beside: service });
const tenant = perTest(() => createTenant(service));

interface Listed {
  items: { id: string; slug: string; active: boolean; [key: string]: unknown }[];
  next_cursor: string | null;
}

const list = async (args: object = {}) =>
  (await (await tenant.owner.rpc('list_links', args)).json()) as Listed;
const idOf = async (slug: string) => (await list()).items.find((item) => item.slug === slug)?.id;

/** Resolves at the next change that reaches a service. */
const nextChange = ({ services }: TestService) =>
  new Promise<void>((resolve) => services.changes.subscribe(() => setImmediate(resolve)));

const targetOf = async (where: TestService, slug: string) =>
  (await where.request(`/l/${slug}`, { method: 'HEAD' })).headers.get('location');

describe('a link that is changed', () => {
  test('takes effect at once, in every instance', async () => {
    const slug = await createSlug(tenant);
    for (const where of [service, elsewhere])
      expect(await targetOf(where, slug)).toBe('https://example.com/landing');
    const announced = Promise.all([nextChange(service), nextChange(elsewhere)]);
    const args = { p_link_id: await idOf(slug), p_fallback_url: 'https://example.com/new', p_channel: 'sms' };
    const response = await tenant.owner.rpc('update_link', args);
    expect(await response.json()).toMatchObject({
      slug,
      fallback_url: 'https://example.com/new',
      channel: 'sms',
    });
    await announced;
    for (const where of [service, elsewhere])
      expect(await targetOf(where, slug)).toBe('https://example.com/new');
  });

  test('keeps omitted values and removes empty ones', async () => {
    const slug = await createSlug(tenant, {
      p_ussd_fallback: '*1#',
      p_deep_link_path: '/a',
      p_deferred_params: { a: 1 },
    });
    const response = await tenant.owner.rpc('update_link', {
      p_link_id: await idOf(slug),
      p_android_url: '',
      p_deep_link_path: '',
    });
    expect(await response.json()).toMatchObject({
      android_url: null,
      deep_link_path: null,
      ussd_fallback: '*1#',
      deferred_params: { a: 1 },
      fallback_url: 'https://example.com/landing',
    });
  });

  const campaign = (p_channel: string | null) => addCampaign(tenant, { p_channel });

  test('loses any optional value when it is empty, and none when it is null', async () => {
    const p_campaign_id = await campaign('email');
    const full = {
      p_channel: 'sms',
      p_android_url: 'https://example.com/app',
      p_ussd_fallback: '*1#',
      p_deep_link_path: '/a',
      p_deferred_params: { a: 1 },
      p_campaign_id,
    };
    const empty = {
      channel: 'email',
      android_url: null,
      ussd_fallback: null,
      deep_link_path: null,
      deferred_params: {},
      campaign_id: null,
    };
    const slug = await createSlug(tenant, full);
    const p_link_id = await idOf(slug);
    const before = (await list()).items.find((item) => item.slug === slug);
    for (const name of Object.keys(full)) {
      const untouched = await tenant.owner.rpc('update_link', { p_link_id, [name]: null });
      expect(await untouched.json()).toEqual({ ...before, updated_at: expect.any(Number) });
    }
    let expected: object = before ?? {};
    for (const [name, value] of Object.entries(empty)) {
      const cleared = await tenant.owner.rpc('update_link', { p_link_id, [`p_${name}`]: '' });
      expected = { ...expected, [name]: value, updated_at: expect.any(Number) };
      expect(await cleared.json()).toEqual(expected);
    }
    expect((await list()).items.find((item) => item.slug === slug)).toEqual(expected);
  });

  test.each<[string, string | null, { p_campaign_id?: string }, string]>([
    ['its campaign’s', 'email', {}, 'email'],
    ['that of the campaign it is given', null, { p_campaign_id: 'email' }, 'email'],
    ['unknown where its campaign has none', null, {}, 'unknown'],
    ['unknown where it loses its campaign as well', 'email', { p_campaign_id: '' }, 'unknown'],
  ])('has for a channel that is named empty %s', async (_which, of, change, channel) => {
    const slug = await createSlug(tenant, { p_channel: 'sms', p_campaign_id: await campaign(of) });
    const named = change.p_campaign_id ? { p_campaign_id: await campaign(change.p_campaign_id) } : change;
    const args = { p_link_id: await idOf(slug), p_channel: '', ...named };
    expect(await (await tenant.owner.rpc('update_link', args)).json()).toMatchObject({ channel });
  });

  test('must follow the same rules as a new one', async () => {
    const p_link_id = await idOf(await createSlug(tenant));
    for (const [name, value] of [
      ['p_fallback_url', 'javascript:1'],
      ['p_fallback_url', ''],
      ['p_link_id', ''],
      ['p_android_url', 'file:///x'],
      ['p_channel', 'pigeon'],
      ['p_campaign_id', '7'],
      ['p_deferred_params', 'x'],
      ['p_slug', 'new-slug'],
    ]) {
      const response = await tenant.owner.rpc('update_link', { p_link_id, [String(name)]: value });
      const { error } = (await response.json()) as { error: string };
      expect([response.status, error]).toEqual([400, expect.stringMatching(`^${name}: (must|unknown)`)]);
    }
  });

  test('is audited', async () => {
    const id = await idOf(await createSlug(tenant));
    await tenant.owner.rpc('set_link_active', { p_link_id: id, p_active: false });
    const { rows } = await service.services.workPool.query(
      'select action, user_id from audit_log where target_id = $1 order by happened_at',
      [id],
    );
    expect(rows).toEqual([
      { action: 'create_deep_link', user_id: tenant.owner.userId },
      { action: 'set_link_active', user_id: tenant.owner.userId },
    ]);
  });
});

describe('a paused link', () => {
  test('records nothing and leads to the page for paused links, until it is resumed', async () => {
    const slug = await createSlug(tenant);
    const p_link_id = await idOf(slug);
    await clickLink(service, slug);
    const paused = nextChange(service);
    expect((await tenant.owner.rpc('set_link_active', { p_link_id, p_active: false })).status).toBe(204);
    await paused;
    const response = await service.request(`/l/${slug}`);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/paused']);
    expect(await (await tenant.owner.rpc('link_stats', { p_link_id })).json()).toMatchObject({ clicks: 1 });
    const resumed = nextChange(service);
    await tenant.owner.rpc('set_link_active', { p_link_id, p_active: true });
    await resumed;
    expect((await clickLink(service, slug)).clickId).not.toBe('');
    expect(await (await tenant.owner.rpc('link_stats', { p_link_id })).json()).toMatchObject({ clicks: 2 });
  });

  test('leads to the configured page', async () => {
    const configured = await startTestService({
      databaseUrl: service.databaseUrl,
      env: { DEFAULT_PAGE_URL: 'https://www.example.com/hello' },
    });
    const slug = await createSlug(tenant);
    await tenant.owner.rpc('set_link_active', { p_link_id: await idOf(slug), p_active: false });
    expect(await targetOf(configured, slug)).toBe('https://www.example.com/hello');
    await configured.close();
  });
});

describe('list_links', () => {
  test('returns pages, newest first, each link once', async () => {
    const slugs: string[] = [];
    for (let n = 0; n < 5; n++) slugs.unshift(await createSlug(tenant));
    // Created at the same moment: the id decides.
    await service.services.workPool.query('update links set created_at = $2 where customer_id = $1', [
      tenant.accountId,
      new Date(),
    ]);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Listed = await list({ p_limit: 2, p_cursor: cursor });
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map((item) => item.slug));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen.toSorted()).toEqual(slugs.toSorted());
  });

  test('shows only the apps of the caller’s teams', async () => {
    await createSlug(tenant);
    const member = await addMember(service, tenant, 'viewer', await addTeam(service, tenant));
    expect(await (await member.rpc('list_links')).json()).toEqual({ items: [], next_cursor: null });
    expect((await member.rpc('list_links', { p_app_id: tenant.appId })).status).toBe(403);
  });

  const cursor = (text: string) => Buffer.from(text).toString('base64url');
  const id = 'c0a8012e-7d1f-4f5e-8d0e-5f0f2c7a9b11';
  test.each(['x', cursor('1 2'), '', cursor(`999999999999999 ${id}`), cursor(`253402300800000 ${id}`)])(
    'names a cursor that it never gave: %j',
    async (p_cursor) => {
      const response = await tenant.owner.rpc('list_links', { p_cursor });
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('p_cursor')]);
    },
  );
});
