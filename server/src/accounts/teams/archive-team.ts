import { Team } from '@tributary/db/accounts/team.entity';
import { z } from 'zod';
import { lockAccountExclusively } from '../../platform/auth/access/lock-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { recordAudit } from '../audit/record-audit.ts';

export const archiveTeam = accountProcedure
  .meta({
    tag: 'accounts',
    summary: 'Archive a team',
    description:
      'Archives a team: it takes nothing new from then on, while its apps keep reporting and stay ' +
      'readable. Requires an account owner. The default team cannot be archived.',
    role: 'owner',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_team_id: uuid }))
  .output(z.void())
  .mutation(({ ctx, input }) =>
    lockAccountExclusively(ctx, async (em, access) => {
      access.requireAccountOwner();
      const { id, is_default } = access.team(input.p_team_id, 'owner');
      if (is_default) throw new AppError('CONFLICT', 'the default team cannot be archived');
      const team = await em.findOneOrFail(Team, { id });
      team.archivedAt = new Date(ctx.services.clock());
      recordAudit(em, ctx, {
        customerId: access.accountId,
        action: 'archive_team',
        targetType: 'team',
        targetId: id,
        details: { name: team.name },
      });
    }),
  );
