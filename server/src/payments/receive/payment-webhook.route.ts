import type { Context } from 'hono';
import { z } from 'zod';
import { AppError } from '../../platform/errors/errors.ts';
import type { AppEnv, FunctionRoute } from '../../platform/http/function-route.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { readBody } from '../../platform/http/requests/read-body.ts';
import { answersJson } from '../../platform/http/route-facts.ts';
import { addressKey } from '../../platform/limits/address-key.ts';
import { PROVIDERS, providerName, providerNamed } from '../providers/providers.ts';
import { MAX_DELIVERY_BYTES } from './max-delivery-bytes.ts';
import { type DeliveryAnswer, receivePayment } from './receive-payment.ts';

const answer = z.union([
  z.object({
    status: z.literal('recorded'),
    payment_event_id: z.uuid(),
    reference: z.string(),
    event_type: z
      .string()
      .describe('`payment`, `refund`, `partial_refund`, `chargeback`, `dispute` or `reinstated`.'),
    matched: z.boolean(),
  }),
  z.object({
    status: z
      .enum(['duplicate', 'ignored'])
      .describe('`duplicate`: it was recorded before. `ignored`: it is nothing that can be recorded.'),
  }),
]);

export const paymentWebhookRoute: FunctionRoute = {
  path: 'payment-webhook',
  about: {
    tag: 'payments',
    summary: 'Deliver a payment',
    description:
      'Receives payments, refunds, chargebacks and disputes from an app’s payment provider, whose own payload is the ' +
      'body, unchanged and up to 256 KB. The same provider, reference and event type is recorded once. 401 where the ' +
      'signature over the raw body does not verify; 404 without an active webhook; after a 429 or 500 the provider ' +
      'delivers again.',
    security: [['providerSignature']],
    query: z.object({
      app_id: uuid,
      provider: providerName.describe('The payment provider.'),
    }),
    body: { 'application/json': z.record(z.string(), z.unknown()).describe('The provider’s own payload.') },
    example: {
      query: { app_id: '7c1f2b9e-4a1d-4c52-9a55-0d2f6a3b8e10', provider: 'generic' },
      body: { reference: 'order-1', amount: 12.5, currency: 'USD', metadata: { user_id: 'u-1' } },
    },
    answers: answersJson(answer, 'Recorded, or safely ignored.'),
    fails: ['NOT_FOUND'],
  },
  methods: {
    async POST(c, { payments }) {
      const { appId, provider } = parametersOf(c);
      const delivered = await receivePayment(payments, {
        appId,
        provider,
        sender: addressKey(c.get('clientAddress')),
        header: (name) => c.req.header(name),
        readBody: () => readBody(c, MAX_DELIVERY_BYTES),
      });
      return c.json(toBody(delivered));
    },
  },
};

function parametersOf(c: Context<AppEnv>) {
  const app = uuid.safeParse(only(c, 'app_id').toLowerCase());
  if (!app.success) throw new AppError('VALIDATION_ERROR', 'app_id: must be a UUID (version 4)');
  const provider = providerNamed(only(c, 'provider'));
  if (provider === undefined) {
    const names = PROVIDERS.map(({ name }) => name).join(', ');
    throw new AppError('VALIDATION_ERROR', `provider: must be one of ${names}`);
  }
  return { appId: app.data, provider };
}

/** If it is given twice, it is unclear which is meant. */
function only(c: Context<AppEnv>, name: string): string {
  const values = c.req.queries(name) ?? [];
  if (values.length > 1) throw new AppError('VALIDATION_ERROR', `${name}: must be given once`);
  return values[0] ?? '';
}

function toBody(delivered: DeliveryAnswer): z.output<typeof answer> {
  if (delivered.status !== 'recorded') return { status: delivered.status };
  const { status, paymentEventId, reference, eventType, matchedBy } = delivered;
  return {
    status,
    payment_event_id: paymentEventId,
    reference,
    event_type: eventType,
    matched: matchedBy !== null,
  };
}
