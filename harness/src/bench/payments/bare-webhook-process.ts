import { createHmac, timingSafeEqual } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { SeededWebhook } from './seed-webhooks.ts';

/** The minimum that a webhook on the same HTTP layer can do: read the body, verify the same signature, answer. */
const secrets = new Map<string, string>();

const app = new Hono().post('/v1/payment-webhook', async (c) => {
  const body = Buffer.from(await c.req.arrayBuffer());
  const secret = secrets.get(c.req.query('app_id') ?? '') ?? '';
  const expected = createHmac('sha512', secret).update(body).digest();
  const given = Buffer.from(c.req.header('x-provider-a-signature') ?? '', 'hex');
  const fits = given.length === expected.length && timingSafeEqual(given, expected);
  return fits ? c.json({ status: 'verified' }) : c.json({ error: 'the signature did not verify' }, 401);
});

process.on('message', (webhooks: readonly SeededWebhook[]) => {
  for (const { appId, secret } of webhooks) secrets.set(appId, secret);
  process.send?.('ready');
});

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port));
