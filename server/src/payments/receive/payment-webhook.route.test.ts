import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { runAdmin } from '../../run/admin/run-admin.ts';
import { openDatabaseGate } from '../../testing/instances/database-gate.ts';
import { startTestService } from '../../testing/test-service.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { recordedRows } from '../testing/books.ts';
import { deliver, makeWebhook, signatureHeaders, webhookPath } from '../testing/payment-webhook.ts';
import { BODY, NOW, payload, useWebhookPosts } from '../testing/use-webhook-posts.ts';

const { service, tenant, webhook, post, logged } = useWebhookPosts();
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;
const stored = async () => (await recordedRows(service, tenant.accountId)).length;

describe('a payment webhook answers', () => {
  test('200 recorded, then 200 duplicate, with exactly these bodies', async () => {
    const first = await deliver(service, webhook, payload);
    expect(first.status).toBe(200);
    const body = (await first.json()) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(['status', 'payment_event_id', 'reference', 'event_type', 'matched']);
    expect(body).toMatchObject({
      status: 'recorded',
      reference: 'p-1',
      event_type: 'payment',
      matched: false,
    });
    const second = await deliver(service, webhook, payload);
    expect([second.status, await second.text()]).toEqual([200, '{"status":"duplicate"}']);
  });

  test('200 ignored for an event that is neither a payment nor a reversal, and stores nothing', async () => {
    const response = await deliver(service, webhook, { ...payload, event_type: 'subscription' });
    expect([response.status, await response.text()]).toEqual([200, '{"status":"ignored"}']);
    expect(await stored()).toBe(0);
    expect(await logged()).toMatchObject([{ outcome: 'ignored', verified: true }]);
  });

  test('under /functions/v1 as well, and to an app_id in capitals', async () => {
    const path = webhookPath(webhook)
      .replace('/v1/', '/functions/v1/')
      .replace(tenant.appId, tenant.appId.toUpperCase());
    expect((await post(path)).status).toBe(200);
    expect(await stored()).toBe(1);
  });

  test.each([
    ['no app_id', '?provider=generic', 'app_id: must be a UUID (version 4)'],
    ['an empty app_id', '?app_id=&provider=generic', 'app_id: must be a UUID (version 4)'],
    ['a malformed app_id', '?app_id=1&provider=generic', 'app_id: must be a UUID (version 4)'],
    ['a UUID of another version', '?app_id=01a1fd63-7c90-72bb-9833-0ea15c6d6b52&provider=generic', 'app_id'],
    ['an app_id given twice', `?app_id=APP&app_id=APP&provider=generic`, 'app_id: must be given once'],
    ['no provider', '?app_id=APP', 'provider: must be one of provider_a, provider_b, provider_c, generic'],
    ['an unknown provider', '?app_id=APP&provider=stripe', 'provider: must be one of'],
    ['a provider that every object has', '?app_id=APP&provider=constructor', 'provider: must be one of'],
    [
      'a provider given twice',
      '?app_id=APP&provider=generic&provider=generic',
      'provider: must be given once',
    ],
  ])('400 for %s', async (_, query, message) => {
    const response = await post(`/v1/payment-webhook${query.replaceAll('APP', tenant.appId)}`);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toContain(message);
    expect(await stored()).toBe(0);
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('405 for %s', async (method) => {
    const response = await post(webhookPath(webhook), { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test.each([
    ['that is not JSON', 'not json', 'the body is not valid JSON'],
    ['that is empty', '', 'the body is not valid JSON'],
    ['that is form data', 'reference=p-1&amount=1', 'the body is not valid JSON'],
    ['that nests too deep', `${'['.repeat(200_000)}`, 'the body nests deeper than 32 levels'],
  ])('400 for a signed body %s', async (_, body, message) => {
    const response = await deliver(service, webhook, body);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toContain(message);
    expect(await stored()).toBe(0);
    expect(await logged()).toMatchObject([{ outcome: 'invalid', verified: true }]);
  });

  test.each([
    ['generic', '[]', 'the body must be a JSON object'],
    ['generic', '{"reference":"p-1","currency":"EUR"}', 'amount must be a number'],
    ['generic', '{"reference":"p-1","amount":1,"currency":"EURO"}', 'currency must be an ISO 4217 code'],
    ['generic', '{"reference":"a\\u0000b","amount":1,"currency":"EUR"}', 'reference must be a string'],
    ['provider_a', '{"event":"charge.success","data":null}', 'data.reference must be'],
    [
      'provider_a',
      '{"event":"charge.success","data":{"reference":"r","amount":100}}',
      'data.currency must be',
    ],
    [
      'provider_a',
      '{"event":"charge.success","data":{"reference":"r","amount":12.5,"currency":"NGN"}}',
      'data.amount must be a whole number of minor units',
    ],
    [
      'provider_b',
      '{"event":"charge.completed","data":{"tx_ref":"r","amount":null,"currency":"NGN"}}',
      'data.amount must be',
    ],
    ['provider_c', '{"type":"payment_intent.succeeded","data":null}', 'data.object.id must be'],
    [
      'provider_c',
      '{"type":"payment_intent.succeeded","data":{"object":{"id":"pi_1","amount_received":12.5,"currency":"jpy"}}}',
      'data.object.amount_received must be a whole number of minor units',
    ],
  ] as const)(
    '200 ignored for a signed event of %s that cannot be recorded: %s',
    async (provider, body, reason) => {
      const own = provider === 'generic' ? webhook : await makeWebhook(service, tenant, provider);
      const response = await deliver(service, own, body);
      expect([response.status, await response.text()]).toEqual([200, '{"status":"ignored"}']);
      expect(await stored()).toBe(0);
      const { rows } = await service.services.workPool.query(
        'select outcome, verified, reason from payment_deliveries where webhook_id = $1',
        [own.id],
      );
      expect(rows).toEqual([{ outcome: 'ignored', verified: true, reason: expect.stringContaining(reason) }]);
    },
  );

  test.each([
    ['provider_a', 'x-paystack-signature', 'x-provider-a-signature'],
    ['provider_c', 'stripe-signature', 'provider-c-signature'],
  ] as const)('to the own header of %s, %s', async (provider, own, neutral) => {
    const theirs = await makeWebhook(service, tenant, provider);
    const body = '{"type":"ping","event":"ping"}';
    const { [neutral]: signature = '' } = signatureHeaders(theirs, body, NOW);
    const send = (headers: Record<string, string>) => post(webhookPath(theirs), { body, headers });
    expect((await send({ [own]: signature })).status).toBe(200);
    expect((await send({ [own]: signature, [neutral]: signature })).status).toBe(200);
    expect((await send({ [own]: signature, [neutral]: `${signature}0` })).status).toBe(401);
    expect((await send({ [own]: `${signature}0`, [neutral]: signature })).status).toBe(401);
    // An empty header is none: it is refused only where there is no other.
    for (const empty of ['', ' ']) {
      expect((await send({ [own]: signature, [neutral]: empty })).status).toBe(200);
      expect((await send({ [own]: empty, [neutral]: signature })).status).toBe(200);
      expect((await send({ [own]: empty, [neutral]: empty })).status).toBe(401);
      expect((await send({ [neutral]: empty })).status).toBe(401);
    }
  });

  test.each([
    ['without a signature', { 'x-service-signature': '' }, BODY],
    ['with another body’s signature', {}, `${BODY} `],
    ['that is not JSON either', { 'x-service-signature': 'f'.repeat(64) }, 'not json'],
  ])('401 for a delivery %s', async (_, headers, body) => {
    const signature = signatureHeaders(webhook, BODY, NOW);
    const response = await post(webhookPath(webhook), { body, headers: { ...signature, ...headers } });
    expect(response.status).toBe(401);
    expect(await errorOf(response)).toMatch(/^the signature did not verify: /);
    expect(await stored()).toBe(0);
    expect(await logged()).toMatchObject([{ outcome: 'refused', verified: false }]);
  });

  test('401 for the signature of another app’s secret', async () => {
    const other = await makeWebhook(service, await createTenant(service));
    const headers = signatureHeaders(other, BODY, NOW);
    expect((await post(webhookPath(webhook), { headers })).status).toBe(401);
  });

  test('404 if there is no webhook for the app and provider', async () => {
    expect((await post(webhookPath({ ...webhook, provider: 'provider_b' }))).status).toBe(404);
    expect((await post(webhookPath({ ...webhook, appId: randomUUID() }))).status).toBe(404);
  });

  test('404 while it is revoked, and then accepts deliveries again with the same secret', async () => {
    const setState = (state: string) =>
      service.services.workPool.query('update payment_webhooks set state = $2 where id = $1', [
        webhook.id,
        state,
      ]);
    await setState('revoked');
    expect((await deliver(service, webhook, payload)).status).toBe(404);
    await setState('active');
    expect((await deliver(service, webhook, payload)).status).toBe(200);
  });

  test.each(['app', 'account'])('404 while its %s is deactivated', async (kind) => {
    const id = kind === 'app' ? tenant.appId : tenant.accountId;
    const admin = (name: string) => runAdmin(service.services.config, [`${name}-${kind}`, id], () => {});
    await admin('deactivate');
    expect((await deliver(service, webhook, payload)).status).toBe(404);
    await admin('activate');
    expect((await deliver(service, webhook, payload)).status).toBe(200);
  });

  test('404 once its app is deleted', async () => {
    await service.services.workPool.query('update apps set deleted_at = now() where id = $1', [tenant.appId]);
    expect((await deliver(service, webhook, payload)).status).toBe(404);
  });

  test.each([
    [256 * 1024 - 1, 200],
    [256 * 1024, 200],
    [256 * 1024 + 1, 413],
  ])('a body of %i bytes with %i', async (size, status) => {
    const body = JSON.stringify({ ...payload, note: '' });
    const padded = body.replace('"note":""', `"note":"${'x'.repeat(size - body.length)}"`);
    expect(Buffer.byteLength(padded)).toBe(size);
    expect((await deliver(service, webhook, padded)).status).toBe(status);
    expect(await stored()).toBe(status === 200 ? 1 : 0);
  });

  test('413 for a body of unknown length, of which no more than 8 MB is read', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    expect((await service.request(webhookPath(webhook), init)).status).toBe(413);
    expect(sent).toBeLessThan(10 * 1024 * 1024);
  });
});

describe('while the database cannot be reached', () => {
  test('answers 503 with Retry-After; the same delivery is then recorded once', async () => {
    const gate = await openDatabaseGate(service.databaseUrl);
    const away = await startTestService({ databaseUrl: gate.url, clock: () => NOW });
    try {
      await gate.shut();
      const refused = await deliver(away, webhook, payload);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      await gate.open();
      for (let until = Date.now() + 20_000; Date.now() < until; ) {
        if ((await deliver(away, webhook, payload)).status === 200) break;
      }
      expect(await stored()).toBe(1);
    } finally {
      await away.close();
      await gate.shut();
    }
  }, 40_000);
});

test('puts no part of a payload or a secret into the metrics or the delivery log', async () => {
  await deliver(service, webhook, { ...payload, reference: 'secret-reference' });
  await deliver(service, webhook, { ...payload, event_type: 'weird "event" name' });
  const text = await service.services.metrics.registry.metrics();
  expect(text).toMatch(/tributary_payment_deliveries_total\{provider="generic",outcome="recorded"\} \d+/);
  for (const secret of [webhook.secret, 'secret-reference', 'weird'])
    expect(text + JSON.stringify(await logged())).not.toContain(secret);
});
