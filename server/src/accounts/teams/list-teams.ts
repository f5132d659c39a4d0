import { Team } from '@tributary/db/accounts/team.entity';
import { z } from 'zod';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { role } from './team-arguments.ts';

const teamItem = z.object({
  id: z.uuid(),
  name: z.string(),
  avatar: z.string().nullable(),
  is_default: z.boolean(),
  archived: z.boolean(),
  role: role.describe('The caller’s role in it.'),
  created_at: z.int(),
  archived_at: z.int().nullable(),
});

export const listTeams = accountProcedure
  .meta({
    tag: 'accounts',
    summary: 'List teams',
    description:
      'Lists the caller’s teams, or all teams for an account owner, newest first; optionally the ' +
      'one with an id.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_limit'],
  })
  .input(z.strictObject({ p_team_id: optional(uuid), ...pageArguments }))
  .output(listPage(teamItem))
  .query(({ ctx, input }) => {
    const { em, access } = ctx;
    const ids = access.visibleTeamIds(input.p_team_id);
    const narrowed = { customerId: access.accountId, id: { $in: ids } };
    return readPage(
      'list_teams',
      input,
      ({ after, options }) => em.find(Team, { $and: [narrowed, after] }, options),
      (team) => ({
        id: team.id,
        name: team.name,
        avatar: team.avatar ?? null,
        is_default: team.isDefault,
        archived: team.archivedAt != null,
        role: access.roleIn(team.id) ?? ('viewer' as const),
        created_at: team.createdAt.getTime(),
        archived_at: team.archivedAt?.getTime() ?? null,
      }),
    );
  });
