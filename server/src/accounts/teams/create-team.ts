import { randomUUID } from 'node:crypto';
import { Team } from '@tributary/db/accounts/team.entity';
import { TeamMember } from '@tributary/db/accounts/team-member.entity';
import { z } from 'zod';
import { lockAccountExclusively } from '../../platform/auth/access/lock-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { displayName, optional } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { avatar } from './team-arguments.ts';

/** Including archived ones: every request reads all teams of its account. */
const MAX_TEAMS = 500;

export const createTeam = accountProcedure
  .meta({
    tag: 'accounts',
    summary: 'Create a team',
    description: 'Creates a team owned by the caller and returns its id. Requires an account owner.',
    role: 'owner',
    audited: true,
    fails: ['CONFLICT'],
    shows: ['p_avatar'],
  })
  .input(z.strictObject({ p_name: displayName, p_avatar: optional(avatar) }))
  .output(z.uuid())
  .mutation(({ ctx, input }) =>
    lockAccountExclusively(ctx, async (em, access) => {
      access.requireAccountOwner();
      const { accountId: customerId } = access;
      if ((await em.count(Team, { customerId })) >= MAX_TEAMS)
        throw new AppError('CONFLICT', `an account can have at most ${MAX_TEAMS} teams`);
      const teamId = randomUUID();
      const createdAt = new Date(ctx.services.clock());
      em.create(Team, {
        id: teamId,
        customerId,
        name: input.p_name,
        avatar: input.p_avatar,
        isDefault: false,
        createdAt,
      });
      await em.flush();
      const { userId } = ctx.session;
      em.create(TeamMember, { id: randomUUID(), customerId, teamId, userId, role: 'owner', createdAt });
      recordAudit(em, ctx, {
        customerId,
        action: 'create_team',
        targetType: 'team',
        targetId: teamId,
        details: { name: input.p_name },
      });
      return teamId;
    }),
  );
