import { defineEntity, p } from '@mikro-orm/core';
import type { Role } from './team-member.entity.ts';

/** A member's bearer token for tools, in one account. It can do what its person can, and at most what its role can. */
export const AccessToken = defineEntity({
  name: 'AccessToken',
  tableName: 'access_tokens',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    userId: p.uuid(),
    label: p.text(),
    role: p.text().$type<Role>(),
    tokenHash: p.type(Buffer).columnType('bytea'),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});
