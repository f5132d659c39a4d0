import { beforeEach, describe, expect, test } from 'vitest';
import { createLink } from '../../testing/create-link.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const LIMIT = 6000;

const service = useService();
const tenant = perSuite(() => createTenant(service));
const link = perSuite(() => createLink(tenant));

const visit = (path: string, from: string, init: RequestInit = {}) =>
  service.request(path, { ...init, headers: { 'x-forwarded-for': from } });

/** Uses up an address's limit except for one request. */
async function almostUseUp(address: string): Promise<void> {
  const consume = () => service.services.limits.linkVisitsPerAddress.consume(address);
  for (let turn = 1; turn < LIMIT; turn++) await consume();
}

async function clicks(): Promise<number> {
  const { rows } = await service.services.workPool.query<{ count: number }>(
    'select count(*)::int as count from clicks',
  );
  return rows[0]?.count ?? 0;
}

describe.each([
  ['/l/{slug}', () => `/l/${link.slug}`, {}],
  ['/l/{slug} with HEAD', () => `/l/${link.slug}`, { method: 'HEAD' }],
  ['/l/{slug}/qr', () => `/l/${link.slug}/qr`, {}],
  ['/l/{slug} of no link', () => '/l/nothing', {}],
  ['/v1/deep-link', () => `/v1/deep-link?slug=${link.slug}`, {}],
  ['/functions/v1/deep-link', () => `/functions/v1/deep-link?slug=${link.slug}`, {}],
])('%s', (_what, path, init) => {
  let address: string;
  beforeEach(async () => {
    address = freshAddress();
    await almostUseUp(address);
  });

  test('answers 6,000 visits a minute from an address, and no more; over the limit nothing is recorded', async () => {
    expect((await visit(path(), address, init)).status).not.toBe(429);
    const before = await clicks();
    const refused = await visit(path(), address, init);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(refused.headers.get('location')).toBeNull();
    expect(await clicks()).toBe(before);
    expect((await visit(path(), freshAddress(), init)).status).not.toBe(429);
  });
});

test('requests other than visits do not count', async () => {
  const address = freshAddress();
  await almostUseUp(address);
  await visit(`/l/${link.slug}`, address);
  expect((await visit('/', address)).status).toBe(200);
  expect((await visit(`/v1/deep-link?click_id=${tenant.appId}`, address)).status).toBe(404);
});
