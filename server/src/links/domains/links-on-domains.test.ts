import { describe, expect, test } from 'vitest';
import { freshAddress } from '../../testing/test-tenant.ts';
import { addVerifiedDomain } from './testing/add-verified-domain.ts';
import { TARGET, useDomains } from './testing/use-domains.ts';
import { leadsTo, visitHost } from './testing/visit-host.ts';

const { at, outside, service, elsewhere, tenant, other, call, linkOn, listed } = useDomains();

describe('a link on a domain', () => {
  test('has a slug that is unique there alone', async () => {
    await addVerifiedDomain(tenant, outside, at.host);
    const slug = `twice-${at.host.replaceAll(/\D/g, '')}`;
    const own = await linkOn('links.example.com', {
      p_slug: slug,
      p_fallback_url: 'https://shop.example/own',
    });
    expect(own.url).toBe(`https://links.example.com/l/${slug}`);
    await linkOn(at.host, { p_slug: slug });
    const again = { p_app_id: tenant.appId, p_slug: slug, p_fallback_url: TARGET, p_domain: at.host };
    expect((await tenant.owner.rpc('create_deep_link', again)).status).toBe(409);
    expect(await leadsTo(service, at.host, `/${slug}`)).toBe(TARGET);
    expect(await leadsTo(service, 'links.example.com', `/l/${slug}`)).toBe('https://shop.example/own');
    expect(await leadsTo(service, '127.0.0.1:8787', `/l/${slug}`)).toBe('https://shop.example/own');
    expect(await leadsTo(service, at.host, `/v1/deep-link?slug=${slug}`)).toBe(TARGET);
  });

  test('is on the default where it names none', async () => {
    await addVerifiedDomain(tenant, outside, at.host);
    const second = `second-${at.host}`;
    await addVerifiedDomain(tenant, outside, second);
    expect((await linkOn(null)).url).toMatch(/^https:\/\/links\.example\.com\/l\//);
    for (const p_host of [at.host, second])
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
    await addVerifiedDomain(tenant, outside, at.host);
    const { id, slug } = await linkOn(at.host);
    expect(await leadsTo(elsewhere, at.host, `/${slug}`)).toBe(TARGET);
    const moved = await tenant.owner.rpc('update_link', { p_link_id: id, p_domain: '' });
    expect(await moved.json()).toMatchObject({ domain: null, url: `https://links.example.com/l/${slug}` });
    expect(await leadsTo(elsewhere, at.host, `/${slug}`)).toBe(404);
    expect(await leadsTo(elsewhere, '127.0.0.1', `/l/${slug}`)).toBe(TARGET);
    await linkOn(at.host, { p_slug: slug });
    const back = await tenant.owner.rpc('update_link', { p_link_id: id, p_domain: at.host });
    expect([back.status, ((await back.json()) as { error: string }).error]).toEqual([
      409,
      'p_domain: its slug is taken there',
    ]);
  });

  test('is replaced by domain and slug', async () => {
    await addVerifiedDomain(tenant, outside, at.host);
    const args = { p_app_id: tenant.appId, p_slug: 'spring', p_domain: at.host };
    const upsert = async (p_fallback_url: string) =>
      (await tenant.owner.rpc('upsert_deep_link', { ...args, p_fallback_url })).json();
    expect(await upsert(TARGET)).toMatchObject({ created: true, url: `https://${at.host}/spring` });
    expect(await leadsTo(elsewhere, at.host, '/spring')).toBe(TARGET);
    expect(await upsert('https://shop.example/2')).toMatchObject({ created: false });
    expect(await leadsTo(elsewhere, at.host, '/spring')).toBe('https://shop.example/2');
  });

  test('is paused and stops with its account, as any other', async () => {
    await addVerifiedDomain(tenant, outside, at.host);
    const { id, slug } = await linkOn(at.host);
    expect(await leadsTo(elsewhere, at.host, `/${slug}`)).toBe(TARGET);
    await tenant.owner.rpc('set_link_active', { p_link_id: id, p_active: false });
    expect(await leadsTo(elsewhere, at.host, `/${slug}`)).toBe('/paused');
    expect((await visitHost(elsewhere, at.host, '/paused')).status).toBe(200);
  });

  test('may not lead to a link of any domain, nor be led to', async () => {
    await addVerifiedDomain(tenant, outside, at.host);
    const make = (p_domain: string | null, p_fallback_url: string, who = other) =>
      who.owner.rpc('create_deep_link', {
        p_app_id: who.appId,
        p_slug: `x-${at.host.replaceAll(/\D/g, '')}`,
        p_fallback_url,
        p_domain,
      });
    for (const url of [`https://${at.host}/anything`, `http://${at.host.toUpperCase()}.:8443/l/x`])
      expect(await (await make(null, url)).json()).toMatchObject({
        error: 'p_fallback_url: must not lead to a link of this service',
      });
    const ahead = `ahead-${at.host}`;
    const { id } = (await (await make(null, `https://${ahead}/spring`)).json()) as { id: string };
    await addVerifiedDomain(other, outside, ahead);
    const moved = await other.owner.rpc('update_link', { p_link_id: id, p_domain: ahead });
    expect(moved.status).toBe(400);
  });
});

test('another account’s domain cannot be chosen, and a domain that is not there is not found', async () => {
  await addVerifiedDomain(other, outside, at.host);
  for (const p_domain of [at.host, 'nowhere.example']) {
    const link = { p_app_id: tenant.appId, p_slug: 'x-y-z', p_fallback_url: TARGET, p_domain };
    const answer = await tenant.owner.rpc('create_deep_link', link);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: 'p_domain: no such domain', message: 'p_domain: no such domain' },
    ]);
  }
});

test('a deleted account’s domain is free at once', async () => {
  await addVerifiedDomain(other, outside, at.host);
  const { slug } = await linkOn(at.host, {}, other);
  expect(await leadsTo(elsewhere, at.host, `/${slug}`)).toBe(TARGET);
  const { name } = ((await (await other.owner.rpc('list_accounts')).json()) as { items: { name: string }[] })
    .items[0] as { name: string };
  expect((await other.owner.rpc('delete_my_account_data', { p_confirm: name })).status).toBe(200);
  await expect.poll(() => leadsTo(elsewhere, at.host, `/${slug}`)).toBe(404);
  await addVerifiedDomain(tenant, outside, at.host);
  expect(freshAddress()).not.toBe('');
});
