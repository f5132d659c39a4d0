import { describe, expect, test } from 'vitest';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { settleRevenue } from '../testing/books.ts';
import { freshDevice, install } from '../testing/paying-device.ts';
import { accepted, makeWebhook, signatureHeaders } from '../testing/payment-webhook.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));
const webhook = perTest(() => makeWebhook(service, tenant));

const PAYMENT = { reference: 'order-1', amount: 12.5, currency: 'USD' };

async function check(payload: unknown, headers?: object): Promise<Record<string, unknown>> {
  const p_body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const p_headers = headers ?? signatureHeaders(webhook, p_body, service.services.clock());
  const answer = await tenant.owner.rpc('check_payment', { p_webhook_id: webhook.id, p_headers, p_body });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

async function stored(): Promise<number[]> {
  const tables = ['payments', 'payment_aliases', 'payment_payloads', 'payment_deliveries', 'credit_queue'];
  const counts = tables.map((table) => service.services.workPool.query(`select count(*)::int from ${table}`));
  return (await Promise.all(counts)).map(({ rows }) => rows[0].count);
}

describe('check_payment', () => {
  test('reports what would be recorded, and stores nothing', async () => {
    const before = await stored();
    const ids = freshDevice();
    await install(service, tenant, ids);
    await settleRevenue(service);
    expect(await check({ ...PAYMENT, metadata: { gaid: ids.gaid } })).toEqual({
      status: 200,
      outcome: 'recorded',
      reason: expect.any(String),
      signature_valid: true,
      event: {
        event_type: 'payment',
        reference: 'order-1',
        amount: 12.5,
        currency: 'USD',
        occurred_at: null,
        identifiers: { gaid: ids.gaid },
      },
      matched_by: 'gaid',
    });
    expect(await stored()).toEqual(before);
  });

  test('accepts header names in any letter case', async () => {
    const body = JSON.stringify(PAYMENT);
    const signed = signatureHeaders(webhook, body, service.services.clock());
    const upper = Object.fromEntries(
      Object.entries(signed).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(await check(body, upper)).toMatchObject({ outcome: 'recorded', signature_valid: true });
  });

  test.each([
    ['a wrong signature', PAYMENT, { 'x-service-signature': '00' }, { status: 401, outcome: 'refused' }],
    ['no signature', PAYMENT, {}, { status: 401, outcome: 'refused' }],
    ['a body that is not JSON', '{', undefined, { status: 400, outcome: 'invalid' }],
    ['no amount', { reference: 'r', currency: 'USD' }, undefined, { status: 200, outcome: 'ignored' }],
    ['an event that says nothing', { ...PAYMENT, event_type: 'news' }, undefined, { outcome: 'ignored' }],
  ])('reports what is wrong with %s', async (_case, payload, headers, expected) => {
    const before = await stored();
    const answer = await check(payload, headers);
    expect(answer).toMatchObject(expected);
    expect(answer.reason).toMatch(/\w+ \w+/);
    expect(await stored()).toEqual(before);
  });

  test('still reads an event whose signature is invalid', async () => {
    expect(await check(PAYMENT, {})).toMatchObject({ outcome: 'refused', event: { reference: 'order-1' } });
  });

  test('reports an already recorded payment as a duplicate', async () => {
    await accepted(service, webhook, PAYMENT);
    expect(await check(PAYMENT)).toMatchObject({ status: 200, outcome: 'duplicate' });
  });

  test('reports that deliveries to a revoked webhook are refused', async () => {
    await tenant.owner.rpc('revoke_payment_webhook', { p_webhook_id: webhook.id });
    expect(await check(PAYMENT)).toMatchObject({ status: 404, outcome: 'refused', signature_valid: true });
  });

  test.each([
    ['p_headers', { p_headers: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`h${n}`, ''])) }],
    ['p_headers', { p_headers: { a: 1 } }],
    ['p_body', { p_body: {} }],
    ['p_webhook_id', { p_webhook_id: 'x' }],
  ])('refuses a wrong %s', async (name, args) => {
    const response = await tenant.owner.rpc('check_payment', {
      p_webhook_id: webhook.id,
      p_headers: {},
      p_body: '{}',
      ...args,
    });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain(name);
  });
});
