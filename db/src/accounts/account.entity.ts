import { defineEntity, p } from '@mikro-orm/core';

/** A tenant. Everything a customer owns carries its id, which the API calls `customer_id`. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    plan: p.text(),
    active: p.boolean().default(true),
    /** Whether its apps may open the links of the service's own host: those of the first account made, and as the operator says. */
    appLinksAllowed: p.boolean().default(false),
    /** By language and name: what landing pages say instead of the service's own texts. */
    linkPageTexts: p.json<Record<string, Record<string, string>>>().nullable(),
    createdAt: p.datetime(),
  },
});
