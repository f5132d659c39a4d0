import { defineEntity, p } from '@mikro-orm/core';

/** An account's application. `signingSecret` is the ciphertext of the secret that signs its events. */
export const App = defineEntity({
  name: 'App',
  tableName: 'apps',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    teamId: p.uuid(),
    name: p.text(),
    bundleId: p.text(),
    platform: p.text().default('android'),
    active: p.boolean().default(true),
    deletedAt: p.datetime().nullable(),
    signingSecret: p.text(),
    settings: p.json<Record<string, unknown>>(),
    /** `both`, `payments` or `events`: what totals of revenue take. */
    revenueSource: p.text().default('both'),
    createdAt: p.datetime(),
  },
});
