import { createHmac } from 'node:crypto';
import { type LoadPace, sendLoad } from '../send-load.ts';
import type { SeededWebhook } from './seed-webhooks.ts';

/** A load of provider_a deliveries, spread over webhooks. */
export interface PaymentLoad extends Omit<LoadPace, 'perSecond'> {
  readonly webhooks: readonly SeededWebhook[];
  readonly requests: number;
  /** Prefix of the references; another prefix means other payments. */
  readonly prefix: string;
  /** Devices of each app that payments name. */
  readonly payers: number;
  /** Text that every answer must contain. */
  readonly expected: string;
}

process.on('message', (load: PaymentLoad) => {
  const requests = Array.from({ length: load.requests }, (_, turn) => request(load, turn));
  return sendLoad(load, requests, ({ status, body }) => {
    if (status !== 200 || !body.includes(load.expected))
      throw new Error(`a delivery was answered ${status} ${body}`);
  });
});

/** As large as a typical delivery of the provider. */
function request({ webhooks, prefix, payers }: PaymentLoad, turn: number): Buffer {
  const webhook = webhooks[turn % webhooks.length];
  if (webhook === undefined) throw new Error('there are no webhooks');
  const body = JSON.stringify({
    event: 'charge.success',
    data: {
      id: turn,
      domain: 'live',
      status: 'success',
      reference: `${prefix}-${turn}`,
      amount: 1050,
      message: null,
      gateway_response: 'Approved',
      paid_at: new Date().toISOString(),
      channel: 'card',
      currency: 'NGN',
      ip_address: '192.0.2.64',
      metadata: { user_id: `user-${turn % payers}` },
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
