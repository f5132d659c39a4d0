import { describe, expect, test } from 'vitest';
import { addVerifiedDomain, type TestDomain } from './testing/add-verified-domain.ts';
import { DAY, TARGET, useDomains } from './testing/use-domains.ts';
import { leadsTo, visitHost } from './testing/visit-host.ts';

const { at, outside, service, elsewhere, tenant, other, call, linkOn, listed, recheck } = useDomains();

describe('a domain', () => {
  test('is added with what proves it, and is no host of links before it is proven', async () => {
    const { body } = await call(tenant, 'add_domain');
    expect(body).toMatchObject({
      host: at.host,
      status: 'pending',
      is_default: false,
      txt: { name: `_tributary.${at.host}`, value: expect.stringMatching(/^tributary-domain=[0-9a-f]{32}$/) },
      file: { url: `https://${at.host}/.well-known/tributary-domain.txt`, content: body?.txt.value },
      verified_at: null,
      problem: null,
    });
    expect(await call(tenant, 'verify_domain')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(`there is no TXT record _tributary.${at.host}`) },
    });
    expect((await listed(tenant))[0]).toMatchObject({ problem: expect.stringContaining('answers 404') });
    expect(await call(tenant, 'update_domain', { p_is_default: true })).toMatchObject({ status: 409 });
    const link = { p_app_id: tenant.appId, p_slug: 'spring', p_fallback_url: TARGET };
    expect((await tenant.owner.rpc('create_deep_link', { ...link, p_domain: at.host })).status).toBe(409);
    expect(await leadsTo(service, at.host, '/l/spring')).toBe(404);
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
    expect((await visitHost(elsewhere, at.host, '/spring')).status).toBe(404);
    prove(body as TestDomain);
    expect(await call(tenant, 'verify_domain')).toMatchObject({
      status: 200,
      body: { status: 'verified', verified_at: at.now, checked_at: at.now, problem: null },
    });
    const { url, slug } = await linkOn(at.host);
    expect(url).toBe(`https://${at.host}/${slug}`);
    for (const instance of [service, elsewhere]) {
      expect(await leadsTo(instance, at.host, `/${slug}`)).toBe(TARGET);
      expect(await leadsTo(instance, at.host.toUpperCase(), `/l/${slug}`)).toBe(TARGET);
      expect(await leadsTo(instance, `${at.host}.:8443`, `/${slug}/?a=b`)).toBe(TARGET);
      expect(await leadsTo(instance, 'links.example.com', `/l/${slug}`)).toBe(404);
    }
  });

  test.each([
    ['a proof of its own', ['tributary-domain=00000000000000000000000000000000']],
    ['name servers that do not answer', 'unreachable' as const],
  ])('is not proven by %s', async (_what, records) => {
    await call(tenant, 'add_domain');
    outside.records.set(`_tributary.${at.host}`, records);
    expect((await call(tenant, 'verify_domain')).status).toBe(409);
  });

  test('belongs to the account that has proven it, as long as its proof is there', async () => {
    await addVerifiedDomain(tenant, outside, at.host);
    await call(other, 'add_domain');
    const [theirs] = await listed(other);
    const [ours] = await listed(tenant);
    const name = `_tributary.${at.host}`;
    outside.records.set(name, [ours?.txt.value ?? '', theirs?.txt.value ?? '']);
    expect(await call(other, 'verify_domain')).toMatchObject({
      status: 409,
      body: { error: 'p_host: another account has proven that the domain is its own' },
    });
    const { slug } = await linkOn(at.host);
    outside.records.set(name, [theirs?.txt.value ?? '']);
    expect((await call(other, 'verify_domain')).status).toBe(200);
    expect((await listed(tenant))[0]).toMatchObject({ status: 'pending' });
    expect(await leadsTo(elsewhere, at.host, `/${slug}`)).toBe(404);
    expect((await call(tenant, 'verify_domain')).status).toBe(409);
    await linkOn(at.host, { p_slug: slug }, other);
    expect(await leadsTo(service, at.host, `/${slug}`)).toBe(TARGET);
  });

  test('of a file that only this service still serves gives way to the DNS record of another account', async () => {
    const { body } = await call(tenant, 'add_domain');
    const { url, content } = (body as TestDomain).file;
    outside.pages.set(url, { body: content });
    await call(tenant, 'verify_domain');
    const copy = await visitHost(service, at.host, '/.well-known/tributary-domain.txt');
    const served = await copy.text();
    expect(served).toBe(`${content} (copy)`);
    outside.pages.set(url, { body: served });
    at.now += DAY;
    await recheck();
    expect((await listed(tenant))[0]).toMatchObject({ status: 'verified', checked_at: at.now });
    await call(other, 'add_domain');
    expect((await call(other, 'verify_domain')).status).toBe(409);
    const [theirs] = await listed(other);
    outside.records.set(`_tributary.${at.host}`, [theirs?.txt.value ?? '']);
    expect((await call(other, 'verify_domain')).status).toBe(200);
    expect((await listed(tenant))[0]).toMatchObject({ status: 'pending' });
  });

  test('is unknown to others, and to every instance once it is removed; its links come back with it', async () => {
    await addVerifiedDomain(tenant, outside, at.host, { p_fallback_resolver: 'https://old.example' });
    await call(tenant, 'update_domain', { p_is_default: true });
    const { slug, id } = await linkOn(at.host);
    for (const name of ['verify_domain', 'update_domain', 'remove_domain'])
      expect((await call(other, name)).status).toBe(404);
    expect(await leadsTo(elsewhere, at.host, `/${slug}`)).toBe(TARGET);
    expect(await call(tenant, 'remove_domain')).toEqual({ status: 204, body: null });
    for (const instance of [service, elsewhere]) {
      expect(await leadsTo(instance, at.host, `/${slug}`)).toBe(404);
      expect(await leadsTo(instance, at.host, `/l/${slug}`)).toBe(404);
    }
    expect(await listed(tenant)).toEqual([]);
    const { items } = (await (await tenant.owner.rpc('list_links', { p_link_id: id })).json()) as {
      items: unknown[];
    };
    expect(items).toMatchObject([{ url: `https://${at.host}/${slug}`, domain: at.host }]);
    const before = outside.records.get(`_tributary.${at.host}`)?.[0];
    const again = await call(tenant, 'add_domain');
    expect(again.body?.txt.value).not.toBe(before);
    expect(again.body).toMatchObject({ status: 'pending', is_default: false, fallback_resolver: null });
    expect((await call(tenant, 'verify_domain')).status).toBe(409);
    outside.records.set(`_tributary.${at.host}`, [again.body?.txt.value ?? '']);
    await call(tenant, 'verify_domain');
    expect(await leadsTo(elsewhere, at.host, `/${slug}`)).toBe(TARGET);
  });

  test('without links is gone once it is removed', async () => {
    const { id } = await addVerifiedDomain(tenant, outside, at.host);
    await call(tenant, 'remove_domain');
    const { rows } = await service.services.workPool.query('select id from domains where id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('is added once', async () => {
    expect((await call(tenant, 'add_domain')).status).toBe(200);
    expect((await call(tenant, 'add_domain', { p_host: at.host.toUpperCase() })).status).toBe(409);
    expect((await call(tenant, 'add_domain', { p_host: `${at.host}.` })).status).toBe(409);
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
    const { body } = await call(tenant, 'add_domain', {
      p_host: `BÜCHER${at.host.replaceAll(/\D/g, '')}.example`,
    });
    expect(body?.host).toBe(
      `xn--bcher${at.host.replaceAll(/\D/g, '')}-45a.example`.replace(
        /xn--.*\./,
        new URL(`https://bücher${at.host.replaceAll(/\D/g, '')}.example`).hostname.replace('example', ''),
      ),
    );
  });
});
