import { Team } from '@tributary/db/accounts/team.entity';
import { z } from 'zod';
import { lockAccountExclusively } from '../../platform/auth/access/lock-account.ts';
import { displayName, uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { recordAudit } from '../audit/record-audit.ts';

export const renameTeam = accountProcedure
  .meta({
    tag: 'accounts',
    summary: 'Rename a team',
    description: 'Renames a team. Requires the owner role in it.',
    role: 'owner',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_team_id: uuid, p_name: displayName }))
  .output(z.void())
  .mutation(({ ctx, input }) =>
    lockAccountExclusively(ctx, async (em, access) => {
      const { id } = access.team(input.p_team_id, 'owner');
      const team = await em.findOneOrFail(Team, { id });
      recordAudit(em, ctx, {
        customerId: access.accountId,
        action: 'rename_team',
        targetType: 'team',
        targetId: id,
        details: { from: team.name, to: input.p_name },
      });
      team.name = input.p_name;
    }),
  );
