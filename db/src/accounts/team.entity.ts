import { defineEntity, p } from '@mikro-orm/core';

/** A team within an account. An app belongs to one team; the default team's owners act as account owners. */
export const Team = defineEntity({
  name: 'Team',
  tableName: 'teams',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    name: p.text(),
    avatar: p.text().nullable(),
    isDefault: p.boolean().default(false),
    archivedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});
