import { describe, expect, test } from 'vitest';
import { clickLink } from '../../testing/attributed-app.ts';
import { perTest } from '../../testing/per-suite.ts';
import { addApp, addMember, addTeam, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

let made = 0;
const link = (args: object = {}) => ({
  p_app_id: tenant.appId,
  p_slug: `bulk-${process.pid}-${made++}`,
  p_fallback_url: 'https://example.com/',
  ...args,
});

async function list(args: object = {}): Promise<Record<string, unknown>[]> {
  const response = await tenant.owner.rpc('list_links', { p_limit: 200, ...args });
  return ((await response.json()) as { items: Record<string, unknown>[] }).items;
}

async function call(procedure: string, args: object, person = tenant.owner): Promise<[number, unknown]> {
  const response = await person.rpc(procedure, args as Record<string, unknown>);
  return [response.status, await response.json()];
}

describe('create_deep_links', () => {
  test('makes what it can, and says of each other link why not, in order', async () => {
    const other = await createTenant(service);
    const first = link({ p_tags: ['a'] });
    const [status, results] = await call('create_deep_links', {
      p_links: [
        first,
        link({ p_fallback_url: 'javascript:1' }),
        first,
        link({ p_colour: 'red' }),
        link({ p_app_id: other.appId }),
        {},
        link({ p_fallback_url: 'http://127.0.0.1:8787/l/another' }),
        link({ p_slug: `${first.p_slug}-last` }),
      ],
    });
    expect(status).toBe(200);
    const { p_slug: slug } = first;
    expect(results).toEqual([
      { id: expect.any(String), slug, url: `http://127.0.0.1:8787/l/${slug}` },
      { error: 'p_fallback_url: must be an http or https URL' },
      { error: 'p_slug: is taken' },
      { error: 'p_colour: unknown argument' },
      { error: 'no such app' },
      { error: expect.stringContaining('p_app_id: ') },
      { error: 'p_fallback_url: must not lead to a link of this service' },
      { id: expect.any(String), slug: `${slug}-last`, url: expect.any(String) },
    ]);
    expect((await list()).map((item) => item.slug)).toEqual(expect.arrayContaining([slug, `${slug}-last`]));
    expect(await list()).toHaveLength(2);
  });

  test('makes a hundred, and takes no more and no fewer than one', async () => {
    const [status, results] = await call('create_deep_links', {
      p_links: Array.from({ length: 100 }, () => link()),
    });
    expect([status, (results as { error?: string }[]).filter(({ error }) => error)]).toEqual([200, []]);
    expect(await list()).toHaveLength(100);
    for (const p_links of [[], Array(101).fill(link()), 'x', [7], null])
      expect((await call('create_deep_links', { p_links }))[0]).toBe(400);
  });

  test('makes those of the apps of the caller’s teams', async () => {
    const team = await addTeam(service, tenant);
    const theirs = await addApp(tenant, { p_team_id: team });
    const member = await addMember(service, tenant, 'marketer', team);
    const p_links = [link(), link({ p_app_id: theirs })];
    const [, results] = await call('create_deep_links', { p_links }, member);
    expect(results).toEqual([
      { error: expect.any(String) },
      expect.objectContaining({ slug: p_links[1]?.p_slug }),
    ]);
  });
});

describe('upsert_deep_link', () => {
  test('makes a link, then replaces all of it but its app, state and clicks', async () => {
    const first = link({ p_tags: ['a'], p_android_url: 'https://example.com/app', p_channel: 'sms' });
    const [, one] = await call('upsert_deep_link', first);
    expect(one).toMatchObject({ created: true, slug: first.p_slug });
    const { id } = one as { id: string };
    await clickLink(service, first.p_slug);
    await tenant.owner.rpc('set_link_active', { p_link_id: id, p_active: false });
    const again = { ...link({ p_slug: first.p_slug }), p_max_clicks: 5 };
    expect(await call('upsert_deep_link', again)).toEqual([200, { ...(one as object), created: false }]);
    expect((await list({ p_link_id: id }))[0]).toMatchObject({
      tags: [],
      android_url: null,
      channel: 'unknown',
      max_clicks: 5,
      active: false,
    });
    expect((await call('link_stats', { p_link_id: id }))[1]).toMatchObject({ clicks: 1 });
  });

  test('made many times at once is one link', async () => {
    const same = link();
    const results = await Promise.all(Array.from({ length: 8 }, () => call('upsert_deep_link', same)));
    expect(results.map(([status]) => status)).toEqual(Array(8).fill(200));
    expect(results.filter(([, answer]) => (answer as { created: boolean }).created)).toHaveLength(1);
    expect(await list()).toHaveLength(1);
  });

  test('refuses the slug of another app or account', async () => {
    const mine = link();
    await call('upsert_deep_link', mine);
    const app = await addApp(tenant);
    expect(await call('upsert_deep_link', { ...mine, p_app_id: app })).toMatchObject([
      409,
      { error: expect.stringContaining('p_app_id') },
    ]);
    const other = await createTenant(service);
    const theirs = { ...mine, p_app_id: other.appId };
    expect(await call('upsert_deep_link', theirs, other.owner)).toMatchObject([
      409,
      { error: 'p_slug: is taken' },
    ]);
  });
});
