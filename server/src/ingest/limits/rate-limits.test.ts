import { describe, expect, test } from 'vitest';
import { addressKey } from '../../platform/limits/address-key.ts';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent } from '../../testing/signed-event.ts';
import { createTenant, freshAddress, type Tenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { useUp } from '../../testing/use-up.ts';

const service = useService();

const limited = {
  status: 429,
  body: { error: expect.any(String), code: 'RATE_LIMIT' },
};

async function post(count: number, tenant: Tenant, members = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++)
    statuses.push((await postEvents(service, signedEvent(tenant, members))).status);
  return statuses;
}

describe('one address', () => {
  test('may send 3,000 requests a minute, whatever is in them, and no more', async () => {
    const address = freshAddress();
    const from = { 'x-forwarded-for': address };
    await useUp(service.services.limits.ingestPerAddress, address, 2990);
    for (let i = 0; i < 10; i++) expect((await postEvents(service, '{', from)).status).toBe(400);
    const answer = await postEvents(service, '{', from);
    expect(answer).toMatchObject(limited);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await postEvents(service, '{')).status).toBe(400);
  });

  test('of IPv6 counts as its whole /64', async () => {
    await useUp(service.services.limits.ingestPerAddress, addressKey('2001:db8:1:2::'), 2990);
    for (let i = 0; i < 10; i++) {
      const answer = await postEvents(service, '{', { 'x-forwarded-for': `2001:db8:1:2::${i.toString(16)}` });
      expect(answer.status).toBe(400);
    }
    expect(await postEvents(service, '{', { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' })).toMatchObject(
      limited,
    );
    expect((await postEvents(service, '{', { 'x-forwarded-for': '2001:db8:1:3::1' })).status).toBe(400);
  });
});

describe('one app', () => {
  test('may be sent 600 requests with a verified event a minute, from any addresses, and no more', async () => {
    const tenant = await createTenant(service);
    await useUp(service.services.limits.ingestPerApp, tenant.appId, 590);
    expect(new Set(await post(10, tenant))).toEqual(new Set([200]));
    const answer = await postEvents(service, [signedEvent(tenant), signedEvent(tenant)]);
    expect(answer).toMatchObject(limited);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('loses none of its limit to unverified events', async () => {
    const tenant = await createTenant(service);
    const forged = { ...signedEvent(tenant), referrer: 'forged' };
    const stale = signedEvent(tenant, { sent_at: 1 });
    await useUp(service.services.limits.ingestPerApp, tenant.appId, 599);
    for (let i = 0; i < 10; i++) await postEvents(service, [forged, stale]);
    expect((await postEvents(service, signedEvent(tenant))).results[0]?.status).toBe('accepted');
  });

  test('over its limit does not affect the others in a request', async () => {
    const [busy, calm] = [await createTenant(service), await createTenant(service)];
    await useUp(service.services.limits.ingestPerApp, busy.appId, 600);
    const { status, results } = await postEvents(service, [signedEvent(busy), signedEvent(calm), {}]);
    expect(status).toBe(200);
    expect(results.map(({ status, code }) => code ?? status)).toEqual([
      'RATE_LIMIT',
      'accepted',
      'VALIDATION_ERROR',
    ]);
  });
});
