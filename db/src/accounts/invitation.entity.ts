import { defineEntity, p } from '@mikro-orm/core';
import type { Role } from './team-member.entity.ts';

/** Lets the person with an e-mail address join a team, once. The token is known only to who was given it. */
export const Invitation = defineEntity({
  name: 'Invitation',
  tableName: 'invitations',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    teamId: p.uuid(),
    /** In lower case, as sign-in stores addresses. */
    email: p.text(),
    role: p.text().$type<Role>(),
    tokenHash: p.type(Buffer).columnType('bytea'),
    invitedBy: p.uuid().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    acceptedAt: p.datetime().nullable(),
    acceptedBy: p.uuid().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});
