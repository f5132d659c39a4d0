import { createHmac } from 'node:crypto';
import { HttpConnection } from '../http-connection.ts';
import type { PaymentLoad, PaymentReport } from './payment-messages.ts';

process.on('message', async (load: PaymentLoad) => {
  const requests = Array.from({ length: load.requests }, (_, turn) => request(load, turn));
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => HttpConnection.open(load.port)),
  );
  const warm = Math.floor(requests.length * load.warmUp);
  await sendAll(connections, requests.slice(0, warm), load.expected);
  report('warm');
  const startedAt = performance.now();
  const latencies = await sendAll(connections, requests.slice(warm), load.expected);
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();
  report({ requests: latencies.length, seconds, latencies: latencies.sort((a, b) => a - b) });
});

function report(message: PaymentReport): void {
  process.send?.(message);
}

/** As large as a typical delivery of the provider. */
function request({ webhooks, prefix, payers }: PaymentLoad, turn: number): Buffer {
  const webhook = webhooks[turn % webhooks.length];
  if (webhook === undefined) throw new Error('there are no webhooks');
  const body = JSON.stringify({
    event: 'charge.success',
    data: {
      ...{ id: turn, domain: 'live', status: 'success', reference: `${prefix}-${turn}`, amount: 1050 },
      ...{ message: null, gateway_response: 'Approved', paid_at: new Date().toISOString(), channel: 'card' },
      ...{ currency: 'NGN', ip_address: '192.0.2.64', metadata: { user_id: `user-${turn % payers}` } },
      log: {
        attempts: 1,
        errors: 0,
        success: true,
        history: [{ type: 'action', message: 'paid', time: 15 }],
      },
      fees: 53,
      authorization: { bin: '539999', last4: '8877', exp_month: '08', exp_year: '2030', card_type: 'DEBIT' },
      customer: { id: 68_324, first_name: 'Ada', last_name: 'L', email: 'ada@example.com', phone: null },
      plan: {},
    },
  });
  const signature = createHmac('sha512', webhook.secret).update(body).digest('hex');
  const head = [
    `POST /v1/payment-webhook?app_id=${webhook.appId}&provider=provider_a HTTP/1.1`,
    'host: bench',
    'content-type: application/json',
    `x-provider-a-signature: ${signature}`,
    `content-length: ${Buffer.byteLength(body)}`,
    '\r\n',
  ];
  return Buffer.from(head.join('\r\n') + body);
}

async function sendAll(
  connections: HttpConnection[],
  requests: Buffer[],
  expected: string,
): Promise<number[]> {
  const latencies: number[] = [];
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (let turn = next++; turn < requests.length; turn = next++) {
        const startedAt = performance.now();
        const { status, body } = await connection.send(requests[turn] ?? Buffer.alloc(0));
        latencies.push(performance.now() - startedAt);
        if (status !== 200 || !body.includes(expected))
          throw new Error(`a delivery was answered ${status} ${body}`);
      }
    }),
  );
  return latencies;
}
