import { expect, test } from 'vitest';
import { addVerifiedDomain } from '../domains/testing/add-verified-domain.ts';
import { TARGET, useDomains } from '../domains/testing/use-domains.ts';
import { leadsTo, visitHost } from '../domains/testing/visit-host.ts';

const OWN_HOST = 'links.example.com';
const { at, outside, service, tenant, linkOn } = useDomains();

test('a slug is the same in capitals', async () => {
  const link = await linkOn(OWN_HOST);
  const capitals = link.slug.toUpperCase();
  expect(capitals).not.toBe(link.slug);
  for (const path of [
    `/l/${capitals}`,
    `/L/${capitals}`,
    `/L/${link.slug}`,
    `/v1/deep-link?slug=${capitals}`,
  ])
    expect(await leadsTo(service, OWN_HOST, path), path).toBe(TARGET);
  const codes = [`/l/${link.slug}/qr`, `/L/${capitals}/qr`].map((path) => visitHost(service, OWN_HOST, path));
  const [code, inCapitals] = await Promise.all((await Promise.all(codes)).map((answer) => answer.text()));
  expect(inCapitals).toBe(code);
  expect((await visitHost(service, OWN_HOST, `/L/${capitals}`, { method: 'POST' })).status).toBe(405);
});

test('also on a domain, where paths of its old service keep their case', async () => {
  await addVerifiedDomain(tenant, outside, at.host);
  const link = await linkOn(at.host);
  const capitals = link.slug.toUpperCase();
  for (const path of [`/${capitals}`, `/l/${capitals}`, `/L/${capitals}`, `/L/${link.slug}`])
    expect(await leadsTo(service, at.host, path), path).toBe(TARGET);
  expect(await leadsTo(service, at.host, '/Some/Old/Path')).toBe(404);
  const opened = encodeURIComponent(`https://${at.host}/L/${capitals}`);
  const headers = { 'x-service-api-key': tenant.apiKey };
  const answer = await visitHost(service, OWN_HOST, `/v1/deep-link?url=${opened}`, { headers });
  expect(await answer.json()).toMatchObject({ slug: link.slug });
});
