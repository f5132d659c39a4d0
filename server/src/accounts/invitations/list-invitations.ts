import { Invitation } from '@tributary/db/accounts/invitation.entity';
import { z } from 'zod';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { invitationItem, toInvitationItem } from './invitation-item.ts';

export const listInvitations = accountProcedure
  .meta({
    tag: 'accounts',
    summary: 'List invitations',
    description:
      'Lists the invitations into the caller’s teams, newest first, optionally of one team or id; ' +
      'never the tokens.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_limit'],
  })
  .input(z.strictObject({ p_invitation_id: optional(uuid), p_team_id: optional(uuid), ...pageArguments }))
  .output(listPage(invitationItem))
  .query(({ ctx, input }) => {
    const { em, access } = ctx;
    const teams = access.visibleTeamIds(input.p_team_id);
    const narrowed = {
      customerId: access.accountId,
      teamId: { $in: teams },
      ...(input.p_invitation_id !== null && { id: input.p_invitation_id }),
    };
    const now = ctx.services.clock();
    return readPage(
      'list_invitations',
      input,
      ({ after, options }) => em.find(Invitation, { $and: [narrowed, after] }, options),
      (invitation) => toInvitationItem(invitation, now),
    );
  });
