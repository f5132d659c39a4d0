import { defineEntity, p } from '@mikro-orm/core';

/** A person's role in one team. */
export const TeamMember = defineEntity({
  name: 'TeamMember',
  tableName: 'team_members',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    teamId: p.uuid(),
    userId: p.uuid(),
    role: p.text().$type<Role>(),
    createdAt: p.datetime(),
  },
});

/** From the most to the least privileged. */
export const ROLES = ['owner', 'developer', 'marketer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
