import { defineEntity, p } from '@mikro-orm/core';

/** What a campaign cost on a UTC day, in major units of one currency; `source` is where the amount came from. */
export const AdSpend = defineEntity({
  name: 'AdSpend',
  tableName: 'ad_spend',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    campaignId: p.uuid(),
    day: p.date(),
    currency: p.text(),
    amount: p.decimal(),
    source: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
