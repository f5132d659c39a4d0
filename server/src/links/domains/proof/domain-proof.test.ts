import { describe, expect, test } from 'vitest';
import { addVerifiedDomain } from '../testing/add-verified-domain.ts';
import { DAY, TARGET, useDomains } from '../testing/use-domains.ts';
import { leadsTo, visitHost } from '../testing/visit-host.ts';

const { at, outside, service, elsewhere, tenant, call, linkOn, listed, recheck } = useDomains();

describe('the proof of a domain', () => {
  test('is looked for again a day later, and not before', async () => {
    await addVerifiedDomain(tenant, outside, at.host);
    const { slug } = await linkOn(at.host);
    outside.records.clear();
    at.now += DAY - 1;
    await recheck();
    expect(await leadsTo(elsewhere, at.host, `/${slug}`)).toBe(TARGET);
    at.now += 1;
    await recheck();
    await expect.poll(() => leadsTo(elsewhere, at.host, `/${slug}`)).toBe(404);
    expect(await leadsTo(service, at.host, `/${slug}`)).toBe(404);
    expect((await listed(tenant))[0]).toMatchObject({
      status: 'pending',
      problem: expect.stringContaining('there is no TXT record'),
    });
    const { items } = (await (await tenant.owner.rpc('list_audit_log', { p_limit: 1 })).json()) as {
      items: unknown[];
    };
    expect(items).toMatchObject([{ action: 'domain_lost', user_id: null, details: { host: at.host } }]);
  });

  test('brings a domain back by itself where it is there again within a week', async () => {
    const { txt } = await addVerifiedDomain(tenant, outside, at.host);
    outside.records.clear();
    at.now += DAY;
    await recheck();
    outside.records.set(txt.name, [txt.value]);
    at.now += 599_999;
    await recheck();
    expect((await listed(tenant))[0]).toMatchObject({ status: 'pending' });
    at.now += 1;
    await recheck();
    expect((await listed(tenant))[0]).toMatchObject({ status: 'verified', problem: null });
  });

  test('that nobody can look for is trusted for three days', async () => {
    const { txt } = await addVerifiedDomain(tenant, outside, at.host);
    outside.records.set(txt.name, 'unreachable');
    for (const status of ['verified', 'verified', 'pending']) {
      at.now += DAY;
      await recheck();
      expect((await listed(tenant))[0]).toMatchObject({ status, checked_at: at.now });
    }
  });

  test('by a record is gone with the record, whatever the file says of itself here', async () => {
    const { txt, file } = await addVerifiedDomain(tenant, outside, at.host);
    expect((await visitHost(service, at.host, '/.well-known/tributary-domain.txt')).status).toBe(404);
    outside.records.delete(txt.name);
    outside.pages.set(file.url, 'unreachable');
    at.now += DAY;
    await recheck();
    expect((await listed(tenant))[0]).toMatchObject({ status: 'pending' });
  });

  test('may be asked for 20 times a minute', async () => {
    await call(tenant, 'add_domain');
    for (let n = 0; n < 20; n++) expect((await call(tenant, 'verify_domain')).status).toBe(409);
    expect((await call(tenant, 'verify_domain')).status).toBe(429);
  });
});
