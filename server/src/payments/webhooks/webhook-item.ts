import type { InferEntity } from '@mikro-orm/core';
import type { PaymentWebhook } from '@tributary/db/payments/payment-webhook.entity';
import { z } from 'zod';
import { providerName } from '../providers/providers.ts';
import type { WebhookActivity } from './read-activity.ts';

export type WebhookRecord = InferEntity<typeof PaymentWebhook>;

/** A payment webhook as lists return it, never with its secret. Times are Unix ms. */
export const webhookItem = z.object({
  id: z.uuid(),
  app_id: z.uuid(),
  provider: providerName,
  label: z.string().nullable(),
  state: z.enum(['active', 'revoked']),
  webhook_url: z.string(),
  created_at: z.int(),
  last_used_at: z
    .int()
    .nullable()
    .describe('When a delivery with a valid signature last arrived, Unix ms; null before the first.'),
  deliveries: z
    .array(
      z.object({
        at: z.int(),
        /** `recorded`, `duplicate`, `ignored`, `invalid`, `refused` (signature), `limited` or `failed`. */
        outcome: z.string(),
        reason: z.string().nullable(),
      }),
    )
    .describe('The last 50 deliveries, newest first.'),
});

/** The path that the provider delivers to; prefix it with the API base URL. */
export function webhookPath({ appId, provider }: Pick<WebhookRecord, 'appId' | 'provider'>): string {
  return `/v1/payment-webhook?${new URLSearchParams({ app_id: appId, provider })}`;
}

/** A webhook as procedures return it: never its secret. */
export function toWebhookItem(
  webhook: WebhookRecord,
  { lastUsedAt, deliveries }: WebhookActivity,
): z.output<typeof webhookItem> {
  return {
    id: webhook.id,
    app_id: webhook.appId,
    provider: providerName.parse(webhook.provider),
    label: webhook.label ?? null,
    state: webhook.state,
    webhook_url: webhookPath(webhook),
    created_at: webhook.createdAt.getTime(),
    last_used_at: lastUsedAt,
    deliveries: [...deliveries],
  };
}
