import { defineEntity, p } from '@mikro-orm/core';

/**
 * Where a payment provider delivers the events of an app; at most one is active per app and provider. `signingSecret`
 * is the ciphertext of the secret that signs its deliveries.
 */
export const PaymentWebhook = defineEntity({
  name: 'PaymentWebhook',
  tableName: 'payment_webhooks',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    appId: p.uuid(),
    provider: p.text(),
    label: p.text().nullable(),
    signingSecret: p.text(),
    state: p.enum(['active', 'revoked']).default('active'),
    createdAt: p.datetime(),
  },
});
