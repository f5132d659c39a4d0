import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { insertDomain } from '../../imports/testing/link-file.ts';
import { runAdmin } from '../../run/admin/run-admin.ts';
import { createLink } from '../../testing/create-link.ts';
import { perTest } from '../../testing/per-suite.ts';
import { addApp, addCampaign, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { leadsTo } from '../domains/testing/visit-host.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));
const folder = perTest(
  async () => ({ path: await mkdtemp(join(tmpdir(), 'links-')) }),
  ({ path }) => rm(path, { recursive: true }),
);

async function sync(content: unknown, ...more: string[]): Promise<string[]> {
  const path = join(folder.path, 'links.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  const lines: string[] = [];
  const argv = ['links', 'sync', path, '--account', tenant.accountId, ...more];
  await runAdmin(service.services.config, argv, (line) => lines.push(line));
  return lines;
}

const list = async () => {
  const response = await tenant.owner.rpc('list_links', {});
  return ((await response.json()) as { items: Record<string, unknown>[] }).items;
};

const slug = () => `s-${tenant.appId.slice(0, 8)}`;
const wanted = (members: object = {}) => ({
  app_id: tenant.appId,
  slug: slug(),
  fallback_url: 'https://example.com/a',
  rules: [{ when: { platform: 'ios' }, url: 'https://example.com/ios', weight: 1 }],
  expires_at: 1_900_000_000_000,
  utm: { source: 'x', medium: 'y' },
  tags: ['spring'],
  ...members,
});

describe('links sync', () => {
  test('shows the difference, and applies it only with --yes', async () => {
    const file = { links: [wanted()] };
    const plan = [`+ ${slug()} -> https://example.com/a`, '1 new, 0 changed, 0 unchanged'];
    expect(await sync(file)).toEqual([...plan, 'nothing is applied: --yes applies it']);
    expect(await list()).toEqual([]);
    expect(await sync(file, '--yes')).toEqual([...plan, 'applied']);
    expect(await list()).toMatchObject([
      { slug: slug(), tags: ['spring'], utm: { source: 'x', medium: 'y' } },
    ]);
    expect(await sync(file, '--yes')).toEqual(['0 new, 0 changed, 1 unchanged']);
    const changed = { links: [wanted({ tags: undefined, fallback_url: 'https://example.com/b' })] };
    expect(await sync(changed, '--yes')).toEqual([
      `~ ${slug()}`,
      '    fallbackUrl: "https://example.com/a" -> "https://example.com/b"',
      '    tags: ["spring"] -> []',
      '0 new, 1 changed, 0 unchanged',
      'applied',
    ]);
    expect(await list()).toMatchObject([{ tags: [], fallback_url: 'https://example.com/b' }]);
    const location = (await service.request(`/l/${slug()}`)).headers.get('location');
    expect(location).toContain('https://example.com/b?');
    const log = await tenant.owner.rpc('list_audit_log', {});
    const { items } = (await log.json()) as { items: { action: string; user_id: unknown }[] };
    expect(items.filter(({ action }) => action === 'links_sync')).toMatchObject([
      { user_id: null },
      { user_id: null },
    ]);
  });

  test('leaves other links alone', async () => {
    await createLink(tenant);
    await sync({ links: [wanted()] }, '--yes');
    expect(await list()).toHaveLength(2);
  });

  test('applies nothing if anything in the file is wrong, and names all of it', async () => {
    const other = await createTenant(service);
    const theirs = await createLink(other);
    const mine = await createLink(tenant);
    const app = await addApp(tenant);
    const p_campaign_id = await addCampaign(tenant, { p_app_id: app });
    const files: [unknown, RegExp][] = [
      ['{', /not JSON/],
      [{ link: [] }, /link/],
      [{ links: [wanted(), wanted({ slug: 'x' })] }, /links\.1: slug: must/],
      [{ links: [wanted({ colour: 1 })] }, /links\.0: colour: unknown/],
      [{ links: [wanted(), wanted()] }, /given twice/],
      [{ links: [wanted({ slug: theirs.slug, app_id: tenant.appId })] }, /slug is taken/],
      [{ links: [wanted({ app_id: other.appId })] }, /no such app/],
      [{ links: [wanted({ slug: mine.slug, app_id: app })] }, /another app/],
      [{ links: [wanted({ campaign_id: p_campaign_id })] }, /campaign_id: belongs to another app/],
      [{ links: [wanted({ fallback_url: 'http://127.0.0.1:8787/l/x' })] }, /fallback_url: must not lead/],
    ];
    for (const [file, message] of files) await expect(sync(file, '--yes')).rejects.toThrow(message);
    expect(await list()).toHaveLength(1);
  });

  test('knows the domains of the account, and what is taken on each', async () => {
    const { workPool } = service.services;
    const domain = await insertDomain(service, tenant, { isDefault: true });
    const pending = await insertDomain(service, tenant, { verified: false });
    const theirs = await insertDomain(service, await createTenant(service));
    const moved = await createLink(tenant, { p_domain: domain });
    await workPool.query(
      `insert into link_paths (domain_id, path, link_id, customer_id, created_at)
       select domain_id, '/old-one', id, customer_id, now() from links where id = $1`,
      [moved.id],
    );
    const file = { links: [wanted(), wanted({ domain: '', fallback_url: 'https://example.com/own' })] };
    expect(await sync(file, '--yes')).toEqual([
      `+ ${slug()} -> https://example.com/a`,
      `+ /${slug()} -> https://example.com/own`,
      '2 new, 0 changed, 0 unchanged',
      'applied',
    ]);
    const hosts = (await list()).filter((link) => link.slug === slug()).map((link) => link.domain);
    expect(hosts.sort()).toEqual([domain, null]);
    expect(await leadsTo(service, domain, `/${slug()}`)).toBe('https://example.com/a');
    const named = {
      links: [wanted({ domain: domain.toUpperCase(), fallback_url: 'https://example.com/b' })],
    };
    expect(await sync(named, '--yes')).toContain(`~ ${domain}/${slug()}`);
    expect(await leadsTo(service, domain, `/${slug()}`)).toBe('https://example.com/b');
    for (const [links, message] of [
      [[wanted({ domain: pending })], `domain: ${pending} is not verified`],
      [[wanted({ domain: theirs })], 'domain: no such domain in the account'],
      [[wanted({ domain: 'go_x' })], 'domain: must be a host name'],
      [[wanted(), wanted({ domain })], 'is given twice'],
      [[wanted({ slug: 'old-one' })], 'the slug is taken'],
    ] as const)
      await expect(sync({ links }, '--yes')).rejects.toThrow(message);
    expect(await list()).toHaveLength(3);
  });

  test('needs an account that is there, and a file', async () => {
    const run = (...argv: string[]) => runAdmin(service.services.config, ['links', ...argv], () => {});
    await expect(run('sync', 'x')).rejects.toThrow('usage:');
    await expect(run('sync', 'x', '--account')).rejects.toThrow('usage:');
    await expect(run('sync', 'x', '--account', 'y')).rejects.toThrow('account must be a UUID');
    await expect(run('drop', 'x', '--account', tenant.accountId)).rejects.toThrow('only sync');
    await expect(run('sync', '/nowhere', '--account', tenant.accountId)).rejects.toThrow('cannot be read');
    const nobody = 'b5f9b0f0-6a8b-4a53-9d0c-0d8ea1d6f001';
    await expect(run('sync', '/nowhere', '--account', nobody)).rejects.toThrow('there is no account');
  });
});
