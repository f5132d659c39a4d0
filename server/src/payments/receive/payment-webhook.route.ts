import type { Context } from 'hono';
import { AppError } from '../../errors.ts';
import type { AppEnv, FunctionRoute } from '../../http/function-route.ts';
import { readBody } from '../../http/requests/read-body.ts';
import { uuid } from '../../procedures/argument-types.ts';
import { addressKey } from '../../rate-limits/rate-limit.ts';
import { PROVIDERS, providerNamed } from '../providers/providers.ts';
import { type DeliveryAnswer, receivePayment } from './receive-payment.ts';

/** 256 KB; a typical delivery has a few. */
const MAX_BODY_BYTES = 256 * 1024;

/** `POST /v1/payment-webhook`: receives deliveries from an app's payment provider. */
export const paymentWebhookRoute: FunctionRoute = {
  path: 'payment-webhook',
  methods: {
    async POST(c, { payments }) {
      const { appId, provider } = parametersOf(c);
      const answer = await receivePayment(payments, {
        appId,
        provider,
        sender: addressKey(c.get('clientAddress')),
        header: (name) => c.req.header(name),
        readBody: () => readBody(c, MAX_BODY_BYTES),
      });
      return c.json(toBody(answer));
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

function toBody(answer: DeliveryAnswer): Record<string, unknown> {
  if (answer.status !== 'recorded') return { status: answer.status };
  const { status, paymentEventId, reference, eventType, matchedBy } = answer;
  return {
    status,
    payment_event_id: paymentEventId,
    reference,
    event_type: eventType,
    matched: matchedBy !== null,
  };
}
