import { z } from 'zod';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { type AccountContext, accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { money, toMoney } from '../../platform/values/money/money.ts';
import type { PaidReading, PaymentProvider, ReversalReading } from '../providers/payment-provider.ts';
import { providerNamed } from '../providers/providers.ts';
import { MAX_DELIVERY_BYTES } from '../receive/max-delivery-bytes.ts';
import { readDelivery } from '../receive/read-delivery.ts';
import { findOwnWebhook } from './find-own-webhook.ts';
import type { WebhookRecord } from './webhook-item.ts';

const MAX_HEADERS = 100;

const headers = z
  .record(z.string().max(200), z.string().max(8192))
  .refine((given) => Object.keys(given).length <= MAX_HEADERS, `must be ${MAX_HEADERS} or fewer`);

const body = z
  .string()
  .refine(
    (text) => Buffer.byteLength(text) <= MAX_DELIVERY_BYTES,
    `must be ${MAX_DELIVERY_BYTES} bytes or fewer`,
  );

const checked = z.object({
  status: z.int().describe('The status that the delivery would be answered with.'),
  outcome: z.enum(['recorded', 'duplicate', 'ignored', 'invalid', 'refused']),
  reason: z.string().nullable().describe('The reason, as a sentence.'),
  signature_valid: z.boolean(),
  event: z
    .object({
      event_type: z.string(),
      reference: z.string(),
      amount: money,
      currency: z
        .string()
        .nullable()
        .describe('ISO 4217; null if the provider gives none: then it is the original payment’s.'),
      occurred_at: z
        .int()
        .nullable()
        .describe('When it happened, Unix ms; null if the provider does not say.'),
      identifiers: z
        .record(z.string(), z.string())
        .describe('The device ids found in the metadata, in the order in which they are tried.'),
    })
    .nullable(),
  matched_by: z
    .string()
    .nullable()
    .describe('The identifier that ties it to a device; null if none does now.'),
});
type Checked = z.output<typeof checked>;

export const checkPayment = accountProcedure
  .meta({
    tag: 'payments',
    summary: 'Try a delivery without storing it',
    description:
      'Reports what a delivery to a webhook would do, following the same steps, without storing ' +
      'anything. `p_headers` holds the provider’s headers, with names in any letter case, and ' +
      '`p_body` the exact text of the body. The signature of provider_c is checked against the ' +
      'current time. Needs the developer role in the app’s team.',
    role: 'developer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_headers'],
  })
  .input(z.strictObject({ p_webhook_id: uuid, p_headers: optional(headers), p_body: body }))
  .output(checked)
  .mutation(async ({ ctx, input }) => {
    const webhook = await findOwnWebhook(ctx.em, ctx.access, input.p_webhook_id, { archived: true });
    const provider = providerNamed(webhook.provider);
    if (!provider) throw new Error(`the provider ${webhook.provider} is not known`);
    const rawBody = Buffer.from(input.p_body);
    const flaw = verify(ctx, webhook, provider, input.p_headers ?? {}, rawBody);
    const result = await follow(ctx, webhook, provider, rawBody);
    if (webhook.state === 'revoked')
      return { ...result, ...refused(404, 'the webhook is revoked'), signature_valid: flaw === null };
    if (flaw !== null)
      return { ...result, ...refused(401, `the signature did not verify: ${flaw}`), signature_valid: false };
    return { ...result, signature_valid: true };
  });

function refused(status: number, reason: string) {
  return { status, outcome: 'refused' as const, reason, matched_by: null };
}

function verify(
  { services }: AccountContext,
  webhook: WebhookRecord,
  provider: PaymentProvider,
  given: Readonly<Record<string, string>>,
  rawBody: Uint8Array,
): string | null {
  const byName = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const secret = services.keyring.open('payment-webhook-secret', webhook.id, webhook.signingSecret);
  return provider.verify({ header: (name) => byName.get(name), rawBody }, secret, services.clock());
}

async function follow(
  { services }: AccountContext,
  webhook: WebhookRecord,
  provider: PaymentProvider,
  rawBody: Uint8Array,
): Promise<Omit<Checked, 'signature_valid'>> {
  const reading = readDelivery(provider, rawBody);
  if (reading.kind === 'ignored' || reading.kind === 'invalid') {
    const status = reading.kind === 'ignored' ? 200 : 400;
    return { status, outcome: reading.kind, reason: reading.reason, event: null, matched_by: null };
  }
  const { outcome, note } = await services.payments.recorder.dryRun({
    webhookId: webhook.id,
    rawBody,
    fact: {
      customerId: webhook.customerId,
      appId: webhook.appId,
      provider: provider.name,
      reading,
      receivedAt: services.clock(),
    },
  });
  const recorded = outcome.status === 'recorded' ? outcome : undefined;
  return {
    status: 200,
    outcome: outcome.status,
    reason: note,
    event: toEvent(reading, recorded?.eventType),
    matched_by: recorded?.matchedBy ?? null,
  };
}

function toEvent(reading: PaidReading | ReversalReading, recordedAs: string | undefined): Checked['event'] {
  const { eventType, reference, amount, currency, occurredAt, identifiers } = reading;
  return {
    // Whether a refund is full or partial is only known after comparing it with its payment.
    event_type: recordedAs ?? (eventType === 'refund_by_amount' ? 'refund' : eventType),
    reference,
    amount: toMoney(amount, currency),
    currency,
    occurred_at: occurredAt,
    identifiers: { ...identifiers },
  };
}
