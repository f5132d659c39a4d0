import { beforeEach, describe, expect, test } from 'vitest';
import { createLink } from '../testing/create-link.ts';
import { perTest } from '../testing/per-suite.ts';
import { createTenant, freshAddress, type Tenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { recheckDomains } from './proof/recheck-domains.ts';
import { addVerifiedDomain, type TestDomain } from './testing/add-verified-domain.ts';
import { createFakeOutside } from './testing/fake-outside.ts';
import { leadsTo, visitHost } from './testing/visit-host.ts';

const DAY = 86_400_000;
let now = Date.UTC(2026, 4, 1);
const outside = createFakeOutside();
const service = useService({ outside, clock: () => now, env: { PUBLIC_URL: 'https://links.example.com' } });
const elsewhere = useService({ beside: service, outside, clock: () => now });
const tenant = perTest(() => createTenant(service));
const other = perTest(() => createTenant(service));
let host: string;
let hosts = 0;
beforeEach(() => {
  outside.records.clear();
  outside.pages.clear();
  host = `go${hosts++}.example.com`;
});

const TARGET = 'https://shop.example/spring';
const call = async (who: Tenant, name: string, args: object = {}) => {
  const answer = await who.owner.rpc(name, { p_host: host, ...args });
  const text = await answer.text();
  const body = text === '' ? null : (JSON.parse(text) as TestDomain & Record<string, unknown>);
  return { status: answer.status, body };
};
const linkOn = (p_domain: string | null, args: object = {}, who: Tenant = tenant) =>
  createLink(who, { p_domain, p_fallback_url: TARGET, p_android_url: null, ...args });
const listed = async (who: Tenant) => {
  const { items } = (await (await who.owner.rpc('list_domains')).json()) as { items: TestDomain[] };
  return items;
};
const recheck = () => {
  const { workPool: pool, orm, log, clock } = service.services;
  return recheckDomains({ pool, orm, outside, log, clock });
};

describe('a domain', () => {
  test('is added with what proves it, and is no host of links before it is proven', async () => {
    const { body } = await call(tenant, 'add_domain');
    expect(body).toMatchObject({
      host,
      status: 'pending',
      is_default: false,
      txt: { name: `_tributary.${host}`, value: expect.stringMatching(/^tributary-domain=[0-9a-f]{32}$/) },
      file: { url: `https://${host}/.well-known/tributary-domain.txt`, content: body?.txt.value },
      verified_at: null,
      problem: null,
    });
    expect(await call(tenant, 'verify_domain')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(`there is no TXT record _tributary.${host}`) },
    });
    expect((await listed(tenant))[0]).toMatchObject({ problem: expect.stringContaining('answers 404') });
    expect(await call(tenant, 'update_domain', { p_is_default: true })).toMatchObject({ status: 409 });
    const link = { p_app_id: tenant.appId, p_slug: 'spring', p_fallback_url: TARGET };
    expect((await tenant.owner.rpc('create_deep_link', { ...link, p_domain: host })).status).toBe(409);
    expect(await leadsTo(service, host, '/l/spring')).toBe(404);
  });

  test.each([
    [
      'a DNS record',
      (domain: TestDomain) => outside.records.set(domain.txt.name, ['v=spf1', domain.txt.value]),
    ],
    [
      'a file',
      (domain: TestDomain) => outside.pages.set(domain.file.url, { body: `${domain.file.content}\n` }),
    ],
  ])('is proven by %s, in every instance at once', async (_how, prove) => {
    const { body } = await call(tenant, 'add_domain');
    expect((await visitHost(elsewhere, host, '/spring')).status).toBe(404);
    prove(body as TestDomain);
    expect(await call(tenant, 'verify_domain')).toMatchObject({
      status: 200,
      body: { status: 'verified', verified_at: now, checked_at: now, problem: null },
    });
    const { url, slug } = await linkOn(host);
    expect(url).toBe(`https://${host}/${slug}`);
    for (const instance of [service, elsewhere]) {
      expect(await leadsTo(instance, host, `/${slug}`)).toBe(TARGET);
      expect(await leadsTo(instance, host.toUpperCase(), `/l/${slug}`)).toBe(TARGET);
      expect(await leadsTo(instance, `${host}.:8443`, `/${slug}/?a=b`)).toBe(TARGET);
      expect(await leadsTo(instance, 'links.example.com', `/l/${slug}`)).toBe(404);
    }
  });

  test.each([
    ['a proof of its own', ['tributary-domain=00000000000000000000000000000000']],
    ['name servers that do not answer', 'unreachable' as const],
  ])('is not proven by %s', async (_what, records) => {
    await call(tenant, 'add_domain');
    outside.records.set(`_tributary.${host}`, records);
    expect((await call(tenant, 'verify_domain')).status).toBe(409);
  });

  test('belongs to the account that has proven it, as long as its proof is there', async () => {
    await addVerifiedDomain(tenant, outside, host);
    await call(other, 'add_domain');
    const [theirs] = await listed(other);
    const [ours] = await listed(tenant);
    const name = `_tributary.${host}`;
    outside.records.set(name, [ours?.txt.value ?? '', theirs?.txt.value ?? '']);
    expect(await call(other, 'verify_domain')).toMatchObject({
      status: 409,
      body: { error: 'p_host: another account has proven that the domain is its own' },
    });
    const { slug } = await linkOn(host);
    outside.records.set(name, [theirs?.txt.value ?? '']);
    expect((await call(other, 'verify_domain')).status).toBe(200);
    expect((await listed(tenant))[0]).toMatchObject({ status: 'pending' });
    expect(await leadsTo(elsewhere, host, `/${slug}`)).toBe(404);
    expect((await call(tenant, 'verify_domain')).status).toBe(409);
    await linkOn(host, { p_slug: slug }, other);
    expect(await leadsTo(service, host, `/${slug}`)).toBe(TARGET);
  });

  test('of a file that only this service still serves gives way to the DNS record of another account', async () => {
    const { body } = await call(tenant, 'add_domain');
    const { url, content } = (body as TestDomain).file;
    outside.pages.set(url, { body: content });
    await call(tenant, 'verify_domain');
    const copy = await visitHost(service, host, '/.well-known/tributary-domain.txt');
    const served = await copy.text();
    expect(served).toBe(`${content} (copy)`);
    outside.pages.set(url, { body: served });
    now += DAY;
    await recheck();
    expect((await listed(tenant))[0]).toMatchObject({ status: 'verified', checked_at: now });
    await call(other, 'add_domain');
    expect((await call(other, 'verify_domain')).status).toBe(409);
    const [theirs] = await listed(other);
    outside.records.set(`_tributary.${host}`, [theirs?.txt.value ?? '']);
    expect((await call(other, 'verify_domain')).status).toBe(200);
    expect((await listed(tenant))[0]).toMatchObject({ status: 'pending' });
  });

  test('is unknown to others, and to every instance once it is removed; its links come back with it', async () => {
    await addVerifiedDomain(tenant, outside, host, { p_fallback_resolver: 'https://old.example' });
    await call(tenant, 'update_domain', { p_is_default: true });
    const { slug, id } = await linkOn(host);
    for (const name of ['verify_domain', 'update_domain', 'remove_domain'])
      expect((await call(other, name)).status).toBe(404);
    expect(await leadsTo(elsewhere, host, `/${slug}`)).toBe(TARGET);
    expect(await call(tenant, 'remove_domain')).toEqual({ status: 204, body: null });
    for (const instance of [service, elsewhere]) {
      expect(await leadsTo(instance, host, `/${slug}`)).toBe(404);
      expect(await leadsTo(instance, host, `/l/${slug}`)).toBe(404);
    }
    expect(await listed(tenant)).toEqual([]);
    const { items } = (await (await tenant.owner.rpc('list_links', { p_link_id: id })).json()) as {
      items: unknown[];
    };
    expect(items).toMatchObject([{ url: `https://${host}/${slug}`, domain: host }]);
    const before = outside.records.get(`_tributary.${host}`)?.[0];
    const again = await call(tenant, 'add_domain');
    expect(again.body?.txt.value).not.toBe(before);
    expect(again.body).toMatchObject({ status: 'pending', is_default: false, fallback_resolver: null });
    expect((await call(tenant, 'verify_domain')).status).toBe(409);
    outside.records.set(`_tributary.${host}`, [again.body?.txt.value ?? '']);
    await call(tenant, 'verify_domain');
    expect(await leadsTo(elsewhere, host, `/${slug}`)).toBe(TARGET);
  });

  test('without links is gone once it is removed', async () => {
    const { id } = await addVerifiedDomain(tenant, outside, host);
    await call(tenant, 'remove_domain');
    const { rows } = await service.services.workPool.query('select id from domains where id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('is added once', async () => {
    expect((await call(tenant, 'add_domain')).status).toBe(200);
    expect((await call(tenant, 'add_domain', { p_host: host.toUpperCase() })).status).toBe(409);
    expect((await call(tenant, 'add_domain', { p_host: `${host}.` })).status).toBe(409);
  });

  test.each([
    'localhost',
    'a.localhost',
    '127.0.0.1',
    'links.example.com',
    'LINKS.example.com',
    'https://go.example.com',
    'go.example.com/x',
    'go.example.com:443',
    'go example.com',
    'example',
    '-a.example.com',
    'a_b.example.com',
    '*.example.com',
    '[::1]',
    '0x7f.1',
    '',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(127)}com`,
  ])('is not %s', async (p_host) => {
    const { status, body } = await call(tenant, 'add_domain', { p_host });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ error: expect.stringMatching(/^p_host: /) }),
    ]);
  });

  test('may have letters of any script, which DNS knows by others', async () => {
    const { body } = await call(tenant, 'add_domain', { p_host: `BÜCHER${hosts}.example` });
    expect(body?.host).toBe(
      `xn--bcher${hosts}-45a.example`.replace(
        /xn--.*\./,
        new URL(`https://bücher${hosts}.example`).hostname.replace('example', ''),
      ),
    );
  });
});

describe('the proof of a domain', () => {
  test('is looked for again a day later, and not before', async () => {
    await addVerifiedDomain(tenant, outside, host);
    const { slug } = await linkOn(host);
    outside.records.clear();
    now += DAY - 1;
    await recheck();
    expect(await leadsTo(elsewhere, host, `/${slug}`)).toBe(TARGET);
    now += 1;
    await recheck();
    await expect.poll(() => leadsTo(elsewhere, host, `/${slug}`)).toBe(404);
    expect(await leadsTo(service, host, `/${slug}`)).toBe(404);
    expect((await listed(tenant))[0]).toMatchObject({
      status: 'pending',
      problem: expect.stringContaining('there is no TXT record'),
    });
    const { items } = (await (await tenant.owner.rpc('list_audit_log', { p_limit: 1 })).json()) as {
      items: unknown[];
    };
    expect(items).toMatchObject([{ action: 'domain_lost', user_id: null, details: { host } }]);
  });

  test('brings a domain back by itself where it is there again within a week', async () => {
    const { txt } = await addVerifiedDomain(tenant, outside, host);
    outside.records.clear();
    now += DAY;
    await recheck();
    outside.records.set(txt.name, [txt.value]);
    now += 599_999;
    await recheck();
    expect((await listed(tenant))[0]).toMatchObject({ status: 'pending' });
    now += 1;
    await recheck();
    expect((await listed(tenant))[0]).toMatchObject({ status: 'verified', problem: null });
  });

  test('that nobody can look for is trusted for three days', async () => {
    const { txt } = await addVerifiedDomain(tenant, outside, host);
    outside.records.set(txt.name, 'unreachable');
    for (const status of ['verified', 'verified', 'pending']) {
      now += DAY;
      await recheck();
      expect((await listed(tenant))[0]).toMatchObject({ status, checked_at: now });
    }
  });

  test('by a record is gone with the record, whatever the file says of itself here', async () => {
    const { txt, file } = await addVerifiedDomain(tenant, outside, host);
    expect((await visitHost(service, host, '/.well-known/tributary-domain.txt')).status).toBe(404);
    outside.records.delete(txt.name);
    outside.pages.set(file.url, 'unreachable');
    now += DAY;
    await recheck();
    expect((await listed(tenant))[0]).toMatchObject({ status: 'pending' });
  });

  test('may be asked for 20 times a minute', async () => {
    await call(tenant, 'add_domain');
    for (let n = 0; n < 20; n++) expect((await call(tenant, 'verify_domain')).status).toBe(409);
    expect((await call(tenant, 'verify_domain')).status).toBe(429);
  });
});

describe('a link on a domain', () => {
  test('has a slug that is unique there alone', async () => {
    await addVerifiedDomain(tenant, outside, host);
    const slug = `twice-${hosts}`;
    const own = await linkOn('links.example.com', {
      p_slug: slug,
      p_fallback_url: 'https://shop.example/own',
    });
    expect(own.url).toBe(`https://links.example.com/l/${slug}`);
    await linkOn(host, { p_slug: slug });
    const again = { p_app_id: tenant.appId, p_slug: slug, p_fallback_url: TARGET, p_domain: host };
    expect((await tenant.owner.rpc('create_deep_link', again)).status).toBe(409);
    expect(await leadsTo(service, host, `/${slug}`)).toBe(TARGET);
    expect(await leadsTo(service, 'links.example.com', `/l/${slug}`)).toBe('https://shop.example/own');
    expect(await leadsTo(service, '127.0.0.1:8787', `/l/${slug}`)).toBe('https://shop.example/own');
    expect(await leadsTo(service, host, `/v1/deep-link?slug=${slug}`)).toBe(TARGET);
  });

  test('is on the default where it names none', async () => {
    await addVerifiedDomain(tenant, outside, host);
    const second = `second-${host}`;
    await addVerifiedDomain(tenant, outside, second);
    expect((await linkOn(null)).url).toMatch(/^https:\/\/links\.example\.com\/l\//);
    for (const p_host of [host, second])
      expect((await call(tenant, 'update_domain', { p_host, p_is_default: true })).body).toMatchObject({
        is_default: true,
      });
    expect(
      (await listed(tenant)).filter((domain) => 'is_default' in domain && domain.is_default),
    ).toHaveLength(1);
    expect((await linkOn(null)).url).toMatch(`https://${second}/`);
    await call(tenant, 'update_domain', { p_host: second, p_is_default: false });
    expect((await linkOn(null)).url).toMatch(/^https:\/\/links\.example\.com\/l\//);
  });

  test('moves elsewhere with update_link, in every instance at once', async () => {
    await addVerifiedDomain(tenant, outside, host);
    const { id, slug } = await linkOn(host);
    expect(await leadsTo(elsewhere, host, `/${slug}`)).toBe(TARGET);
    const moved = await tenant.owner.rpc('update_link', { p_link_id: id, p_domain: '' });
    expect(await moved.json()).toMatchObject({ domain: null, url: `https://links.example.com/l/${slug}` });
    expect(await leadsTo(elsewhere, host, `/${slug}`)).toBe(404);
    expect(await leadsTo(elsewhere, '127.0.0.1', `/l/${slug}`)).toBe(TARGET);
    await linkOn(host, { p_slug: slug });
    const back = await tenant.owner.rpc('update_link', { p_link_id: id, p_domain: host });
    expect([back.status, ((await back.json()) as { error: string }).error]).toEqual([
      409,
      'p_domain: its slug is taken there',
    ]);
  });

  test('is replaced by domain and slug', async () => {
    await addVerifiedDomain(tenant, outside, host);
    const args = { p_app_id: tenant.appId, p_slug: 'spring', p_domain: host };
    const upsert = async (p_fallback_url: string) =>
      (await tenant.owner.rpc('upsert_deep_link', { ...args, p_fallback_url })).json();
    expect(await upsert(TARGET)).toMatchObject({ created: true, url: `https://${host}/spring` });
    expect(await leadsTo(elsewhere, host, '/spring')).toBe(TARGET);
    expect(await upsert('https://shop.example/2')).toMatchObject({ created: false });
    expect(await leadsTo(elsewhere, host, '/spring')).toBe('https://shop.example/2');
  });

  test('is paused and stops with its account, as any other', async () => {
    await addVerifiedDomain(tenant, outside, host);
    const { id, slug } = await linkOn(host);
    expect(await leadsTo(elsewhere, host, `/${slug}`)).toBe(TARGET);
    await tenant.owner.rpc('set_link_active', { p_link_id: id, p_active: false });
    expect(await leadsTo(elsewhere, host, `/${slug}`)).toBe('/paused');
    expect((await visitHost(elsewhere, host, '/paused')).status).toBe(200);
  });

  test('may not lead to a link of any domain, nor be led to', async () => {
    await addVerifiedDomain(tenant, outside, host);
    const make = (p_domain: string | null, p_fallback_url: string, who = other) =>
      who.owner.rpc('create_deep_link', {
        p_app_id: who.appId,
        p_slug: `x-${hosts}`,
        p_fallback_url,
        p_domain,
      });
    for (const url of [`https://${host}/anything`, `http://${host.toUpperCase()}.:8443/l/x`])
      expect(await (await make(null, url)).json()).toMatchObject({
        error: 'p_fallback_url: must not lead to a link of this service',
      });
    const ahead = `ahead-${host}`;
    const { id } = (await (await make(null, `https://${ahead}/spring`)).json()) as { id: string };
    await addVerifiedDomain(other, outside, ahead);
    const moved = await other.owner.rpc('update_link', { p_link_id: id, p_domain: ahead });
    expect(moved.status).toBe(400);
  });
});

test('another account’s domain cannot be chosen, and a domain that is not there is not found', async () => {
  await addVerifiedDomain(other, outside, host);
  for (const p_domain of [host, 'nowhere.example']) {
    const link = { p_app_id: tenant.appId, p_slug: 'x-y-z', p_fallback_url: TARGET, p_domain };
    const answer = await tenant.owner.rpc('create_deep_link', link);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: 'p_domain: no such domain', message: 'p_domain: no such domain' },
    ]);
  }
});

test('a deleted account’s domain is free at once', async () => {
  await addVerifiedDomain(other, outside, host);
  const { slug } = await linkOn(host, {}, other);
  expect(await leadsTo(elsewhere, host, `/${slug}`)).toBe(TARGET);
  const { name } = ((await (await other.owner.rpc('list_accounts')).json()) as { items: { name: string }[] })
    .items[0] as { name: string };
  expect((await other.owner.rpc('delete_my_account_data', { p_confirm: name })).status).toBe(200);
  await expect.poll(() => leadsTo(elsewhere, host, `/${slug}`)).toBe(404);
  await addVerifiedDomain(tenant, outside, host);
  expect(freshAddress()).not.toBe('');
});
