import { defineEntity, p } from '@mikro-orm/core';

/** What links, clicks and revenue are summed under. Without an app it serves all apps of the account. */
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
