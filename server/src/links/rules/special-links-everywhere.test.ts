import { expect, test } from 'vitest';
import { createLink, type TestLink } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import type { TestService } from '../../testing/test-service.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';

const service = useService();
const elsewhere = useService({ beside: service });
const tenant = perSuite(() => createTenant(service));

/** Where a visitor is sent. */
async function visit(
  { slug }: TestLink,
  {
    from = freshAddress(),
    method = 'GET',
    where = service,
  }: { from?: string; method?: string; where?: TestService },
): Promise<string> {
  const headers = { 'user-agent': WINDOWS, 'x-forwarded-for': from };
  return (await where.request(`/l/${slug}`, { method, headers })).headers.get('location') ?? '';
}

const plain = (location: string) => location.split('?')[0];

test('a country holds for the visitors of its networks alone', async () => {
  const link = await createLink(tenant, {
    p_rules: [{ when: { country: 'ke' }, url: 'https://example.com/ke' }],
  });
  // Networks that registries have given to Kenya and to Germany, and a private one.
  const seen = [];
  for (const from of ['41.90.4.7', '::ffff:41.90.4.8', '91.64.1.1', '192.168.1.9'])
    seen.push(plain(await visit(link, { from })));
  const [ke, landing] = ['https://example.com/ke', 'https://example.com/landing'];
  expect(seen).toEqual([ke, ke, landing, landing]);
});

test.each<[string, object, string]>([
  ['rules', { p_rules: [{ when: {}, url: 'https://example.com/ruled' }] }, 'https://example.com/ruled'],
  ['an end', { p_expires_at: 1, p_expired_url: 'https://example.com/over' }, 'https://example.com/over'],
  [
    'a number of clicks',
    { p_max_clicks: 1, p_expired_url: 'https://example.com/over' },
    'https://example.com/over',
  ],
  ['campaign parameters', { p_utm: { source: 's' } }, 'https://example.com/landing?utm_source=s'],
])(
  '%s that a link is given are in force in every instance once it is answered',
  async (_what, args, expected) => {
    const link = await createLink(tenant);
    for (const where of [service, elsewhere])
      expect(plain(await visit(link, { where }))).toBe('https://example.com/landing');
    const changed = await tenant.owner.rpc('update_link', { p_link_id: link.id, ...args });
    expect(changed.status).toBe(200);
    for (const where of [elsewhere, service])
      expect((await visit(link, { where, method: 'HEAD' })).split(/[?&]service_/)[0]).toBe(expected);
  },
);
