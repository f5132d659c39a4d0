import { TeamMember } from '@tributary/db/accounts/team-member.entity';
import { z } from 'zod';
import { findPeople } from '../../platform/auth/session/find-people.ts';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { role } from '../teams/team-arguments.ts';

const memberItem = z.object({
  user_id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role,
  team_id: z.uuid(),
  joined_at: z.int(),
});

export const listMembers = accountProcedure
  .meta({
    tag: 'accounts',
    summary: 'List members',
    description:
      'Lists the members of the caller’s teams, the latest to join first, optionally of one team or ' +
      'user.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_limit'],
  })
  .input(z.strictObject({ p_team_id: optional(uuid), p_user_id: optional(uuid), ...pageArguments }))
  .output(listPage(memberItem))
  .query(async ({ ctx, input }) => {
    const { em, access } = ctx;
    const teams = access.visibleTeamIds(input.p_team_id);
    const narrowed = {
      customerId: access.accountId,
      teamId: { $in: teams },
      ...(input.p_user_id !== null && { userId: input.p_user_id }),
    };
    const page = await readPage(
      'list_members',
      input,
      ({ after, options }) => em.find(TeamMember, { $and: [narrowed, after] }, options),
      (member) => member,
    );
    const people = await findPeople(
      ctx.services.workPool,
      page.items.map(({ userId }) => userId),
    );
    return {
      ...page,
      items: page.items.map((member) => ({
        user_id: member.userId,
        email: people.get(member.userId)?.email ?? '',
        name: people.get(member.userId)?.name ?? '',
        role: member.role,
        team_id: member.teamId,
        joined_at: member.createdAt.getTime(),
      })),
    };
  });
