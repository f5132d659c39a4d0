import { defineEntity, p } from '@mikro-orm/core';

/** Groups links, clicks and revenue. A campaign without an app applies to all apps of the account. */
export const Campaign = defineEntity({
  name: 'Campaign',
  tableName: 'campaigns',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    appId: p.uuid().nullable(),
    name: p.text(),
    channel: p.text().nullable(),
    archivedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});
