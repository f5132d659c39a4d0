import { defineEntity, p } from '@mikro-orm/core';

/** A tenant: everything a customer owns hangs on its id, which the wire calls `customer_id`. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    plan: p.text(),
    active: p.boolean().default(true),
    createdAt: p.datetime(),
  },
});
