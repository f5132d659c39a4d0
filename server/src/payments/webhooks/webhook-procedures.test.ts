import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

interface Created {
  id: string;
  provider: string;
  signing_secret: string | null;
  webhook_url: string;
}

interface Listed {
  items: { id: string; state: string; deliveries: unknown[]; last_used_at: number | null }[];
}

const GIVEN = { p_provider: 'provider_a', p_secret: 'sk_live_0123456789' };

async function create(args: object = { p_provider: 'generic' }): Promise<Created> {
  const response = await tenant.owner.rpc('create_payment_webhook', { p_app_id: tenant.appId, ...args });
  expect(response.status).toBe(200);
  return (await response.json()) as Created;
}

async function list(args: object = {}): Promise<Listed> {
  return (await (await tenant.owner.rpc('list_payment_webhooks', args)).json()) as Listed;
}

const change = (name: string, id: string) => tenant.owner.rpc(name, { p_webhook_id: id });
const stateOf = async (id: string) => (await list()).items.find((item) => item.id === id)?.state;

describe('a payment webhook', () => {
  test('gets a generated secret if its provider has none, and shows it once', async () => {
    const webhook = await create();
    expect(webhook).toEqual({
      id: expect.any(String),
      provider: 'generic',
      signing_secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      webhook_url: `/v1/payment-webhook?app_id=${tenant.appId}&provider=generic`,
    });
    expect(JSON.stringify(await list())).not.toContain(webhook.signing_secret);
  });

  test('stores the secret of a provider that has its own, and never shows it', async () => {
    const webhook = await create(GIVEN);
    expect(webhook.signing_secret).toBeNull();
    const { rows } = await service.services.workPool.query('select * from payment_webhooks where id = $1', [
      webhook.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(GIVEN.p_secret);
    expect(service.services.keyring.open('payment-webhook-secret', webhook.id, rows[0].signing_secret)).toBe(
      GIVEN.p_secret,
    );
    const audit = await service.services.workPool.query(
      'select details from audit_log where target_id = $1',
      [webhook.id],
    );
    expect(audit.rows).toHaveLength(1);
    expect(JSON.stringify(audit.rows)).not.toContain(GIVEN.p_secret);
  });

  test('takes a secret that was pasted with white space around it', async () => {
    const webhook = await create({ p_provider: 'provider_b', p_secret: ' verif-hash-secret\n' });
    const { rows } = await service.services.workPool.query(
      'select signing_secret from payment_webhooks where id = $1',
      [webhook.id],
    );
    expect(service.services.keyring.open('payment-webhook-secret', webhook.id, rows[0].signing_secret)).toBe(
      'verif-hash-secret',
    );
  });

  test.each([
    ['a secret for the generic one', { p_provider: 'generic', p_secret: 'long-enough' }, 'p_secret'],
    ['no secret for provider_a', { p_provider: 'provider_a' }, 'p_secret'],
    ['no secret for provider_b', { p_provider: 'provider_b', p_secret: null }, 'p_secret'],
    ['no secret for provider_c', { p_provider: 'provider_c' }, 'p_secret'],
    ['a secret of 7 characters', { p_provider: 'provider_a', p_secret: '1234567' }, 'p_secret'],
    ['a secret of 7 characters and spaces', { p_provider: 'provider_b', p_secret: ' 1234567\n' }, 'p_secret'],
    ['a secret of 501 characters', { p_provider: 'provider_a', p_secret: 'x'.repeat(501) }, 'p_secret'],
    ['an unknown provider', { p_provider: 'provider_x', p_secret: 'long-enough' }, 'p_provider'],
    ['an app that is no UUID', { p_app_id: 'x', p_provider: 'generic' }, 'p_app_id'],
  ])('is refused with %s', async (_case, args, named) => {
    const response = await tenant.owner.rpc('create_payment_webhook', { p_app_id: tenant.appId, ...args });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain(named);
    expect((await list()).items).toEqual([]);
  });

  test('takes a secret of 8 and of 500 characters', async () => {
    await create({ p_provider: 'provider_a', p_secret: '12345678' });
    await create({ p_provider: 'provider_b', p_secret: 'x'.repeat(500) });
  });

  test('is not created for an app of another account', async () => {
    const { appId } = await createTenant(service);
    const response = await tenant.owner.rpc('create_payment_webhook', {
      p_app_id: appId,
      p_provider: 'generic',
    });
    expect(response.status).toBe(404);
  });

  test('revokes the previous one of the same app and provider, and no other', async () => {
    const other = await create(GIVEN);
    const first = await create();
    const second = await create();
    expect(await stateOf(first.id)).toBe('revoked');
    expect(await stateOf(second.id)).toBe('active');
    expect(await stateOf(other.id)).toBe('active');
  });

  test('goes from active to revoked and back, with the same secret', async () => {
    const { id, signing_secret } = await create();
    expect((await change('revoke_payment_webhook', id)).status).toBe(204);
    expect(await stateOf(id)).toBe('revoked');
    expect((await change('revoke_payment_webhook', id)).status).toBe(409);
    expect((await change('reactivate_payment_webhook', id)).status).toBe(204);
    expect(await stateOf(id)).toBe('active');
    expect((await change('reactivate_payment_webhook', id)).status).toBe(409);
    const { rows } = await service.services.workPool.query('select * from payment_webhooks where id = $1', [
      id,
    ]);
    expect(service.services.keyring.open('payment-webhook-secret', id, rows[0].signing_secret)).toBe(
      signing_secret,
    );
  });

  test('revokes another active one when it is reactivated', async () => {
    const first = await create();
    const second = await create();
    expect((await change('reactivate_payment_webhook', first.id)).status).toBe(204);
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['active', 'revoked']);
  });

  test.each(['active', 'revoked'])('is deleted permanently while it is %s', async (state) => {
    const { id } = await create();
    if (state === 'revoked') await change('revoke_payment_webhook', id);
    expect((await change('delete_payment_webhook', id)).status).toBe(204);
    expect(await stateOf(id)).toBeUndefined();
    for (const name of ['delete_payment_webhook', 'revoke_payment_webhook', 'reactivate_payment_webhook']) {
      expect((await change(name, id)).status).toBe(404);
    }
  });

  test('is the only active one of its app and provider, whatever concurrent requests do', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => create()));
    const calls = made.flatMap(({ id }) => [
      change('reactivate_payment_webhook', id),
      change('revoke_payment_webhook', id),
    ]);
    const [answers] = await Promise.all([Promise.all(calls), create()]);
    for (const { status } of answers) expect([204, 409]).toContain(status);
    const { items } = await list();
    expect(items).toHaveLength(11);
    expect(items.filter(({ state }) => state === 'active').length).toBeLessThanOrEqual(1);
  });

  test('shows its last use and its last 50 deliveries, newest first', async () => {
    const { id } = await create();
    expect((await list()).items[0]).toMatchObject({ last_used_at: null, deliveries: [] });
    const log = `insert into payment_deliveries (delivery_id, webhook_id, delivered_at, verified, outcome, reason)
      values ($1, $2, to_timestamp($3 / 1000.0), $4, $5, $6)`;
    for (let n = 1; n <= 60; n++) {
      const verified = n !== 60;
      const outcome = verified ? 'recorded' : 'refused';
      await service.services.workPool.query(log, [
        randomUUID(),
        id,
        1000 * n,
        verified,
        outcome,
        `number ${n}`,
      ]);
    }
    const [item] = (await list({ p_webhook_id: id.toUpperCase() })).items;
    expect(item?.last_used_at).toBe(59_000);
    expect(item?.deliveries).toHaveLength(50);
    expect(item?.deliveries.slice(0, 2)).toEqual([
      { at: 60_000, outcome: 'refused', reason: 'number 60' },
      { at: 59_000, outcome: 'recorded', reason: 'number 59' },
    ]);
  });
});
