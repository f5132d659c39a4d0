import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startScriptedIngest } from './scripted-ingest.ts';

const SERVICE = fileURLToPath(new URL('../../../examples/node-service/server.js', import.meta.url));

async function startShop(url: string) {
  const env = {
    ...process.env,
    TRIBUTARY_URL: url,
    CUSTOMER_ID: 'c',
    APP_ID: 'a',
    SDK_SECRET: 's',
    PORT: '0',
  };
  const shop = spawn(process.execPath, [SERVICE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void shop.kill('SIGKILL'));
  const [line] = await once(shop.stdout, 'data');
  const orders = /http:\S+/.exec(String(line))?.[0] ?? '';
  const order = (body: string) => fetch(orders, { method: 'POST', body }).then(({ status }) => status);
  return { shop, order };
}

const ORDER = '{"id":1001,"user":"user-1","amount":49.9,"currency":"NGN","items":["a-1"]}';

test('the service in Node sends an order’s purchase soon, and what is left when it is stopped', async () => {
  const { url, received, close } = await startScriptedIngest();
  onTestFinished(close);
  const { shop, order } = await startShop(url);
  expect(await order(ORDER)).toBe(201);
  expect(await order('{')).toBe(400);
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]?.events).toEqual([
    expect.objectContaining({
      event_type: 'purchase',
      event_id: 'order-1001',
      user_id: 'user-1',
      revenue: 49.9,
      currency: 'NGN',
      event_properties: { order: 1001, items: ['a-1'] },
    }),
  ]);
  await order(ORDER.replace('1001', '1002'));
  shop.kill('SIGTERM');
  expect(await once(shop, 'exit')).toEqual([0, null]);
  expect(received.flatMap(({ events }) => events.map(({ event_id }) => event_id))).toEqual([
    'order-1001',
    'order-1002',
  ]);
});
