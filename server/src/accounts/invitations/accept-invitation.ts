import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Account } from '@tributary/db/accounts/account.entity';
import { Invitation } from '@tributary/db/accounts/invitation.entity';
import { Team } from '@tributary/db/accounts/team.entity';
import { TeamMember } from '@tributary/db/accounts/team-member.entity';
import { z } from 'zod';
import { takeExclusiveLock } from '../../platform/auth/access/lock-account.ts';
import { hashBearerToken } from '../../platform/auth/secrets/bearer-token.ts';
import { selectFirstAccount } from '../../platform/auth/session/select-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { personProcedure } from '../../platform/http/procedures/procedure.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type InvitationRecord, invitationState } from './invitation-item.ts';
import { INVITER_MAY_INVITE } from './inviter-may-invite.ts';

const token = z.string().min(1, 'must not be empty').max(200, 'must be 200 characters or fewer');

/** Other invitations of the same user would let them back in after a removal. */
const WITHDRAW_OTHERS = `
  update invitations set revoked_at = ?
  where team_id = ? and email = ? and id <> ? and accepted_at is null and revoked_at is null`;

const FIND_STANDING = `select 1 from invitations where id = ? and ${INVITER_MAY_INVITE}`;

export const acceptInvitation = personProcedure
  .meta({
    tag: 'accounts',
    summary: 'Accept an invitation',
    description:
      'Makes the caller, who must have the invited e-mail address, a member of the team and returns ' +
      'its id. A session that has no account works in this one from then on. No role is required. ' +
      'An unknown token is a 404; one that is used, withdrawn, expired, for another address, or ' +
      'from someone who could no longer make it is a 409.',
    role: null,
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_token: token }))
  .output(z.uuid())
  .mutation(({ ctx, input }) =>
    ctx.em.transactional(async (em) => {
      const tokenHash = hashBearerToken(input.p_token);
      const { customerId } = await findInvitation(em, tokenHash);
      await takeExclusiveLock(em, customerId);
      // Read again now that no one else can change it; it may have been deleted with its account.
      const invitation = await findInvitation(em, tokenHash);
      const { userId, id: sessionId } = ctx.session;
      const acceptedAt = new Date(ctx.services.clock());
      await requireAddress(em, userId, invitation.email);
      requirePending(invitation, acceptedAt.getTime());
      await requireStandingInviter(em, invitation);
      await requireOpenTeam(em, invitation);
      await requireNoMember(em, invitation.teamId, userId);

      const { teamId, role } = invitation;
      em.assign(invitation, { acceptedAt, acceptedBy: userId });
      em.create(TeamMember, { id: randomUUID(), customerId, teamId, userId, role, createdAt: acceptedAt });
      recordAudit(em, ctx, {
        customerId,
        action: 'accept_invitation',
        targetType: 'invitation',
        targetId: invitation.id,
        details: { team_id: teamId, role },
      });
      await em.flush();
      await em.execute(WITHDRAW_OTHERS, [acceptedAt, teamId, invitation.email, invitation.id]);
      await selectFirstAccount(em, sessionId, customerId);
      ctx.noteAccount(customerId);
      return teamId;
    }),
  );

async function findInvitation(em: EntityManager, tokenHash: Buffer): Promise<InvitationRecord> {
  const invitation = await em.findOne(Invitation, { tokenHash }, { refresh: true });
  if (!invitation) throw new AppError('NOT_FOUND', 'no such invitation');
  return invitation;
}

async function requireAddress(em: EntityManager, userId: string, email: string): Promise<void> {
  const people = await em.execute<unknown[]>('select 1 from auth_users where id = ? and lower(email) = ?', [
    userId,
    email,
  ]);
  if (people.length === 0) throw new AppError('CONFLICT', 'the invitation is for another e-mail address');
}

const REFUSALS = {
  accepted: 'the invitation was already used',
  revoked: 'the invitation was withdrawn',
  expired: 'the invitation has expired',
} as const;

function requirePending(invitation: InvitationRecord, now: number): void {
  const state = invitationState(invitation, now);
  if (state !== 'pending') throw new AppError('CONFLICT', REFUSALS[state]);
}

/** The withdrawal that a removal or demotion makes is final; this holds also for whatever takes a role in another way. */
async function requireStandingInviter(em: EntityManager, { id }: InvitationRecord): Promise<void> {
  const standing = await em.execute<unknown[]>(FIND_STANDING, [id]);
  if (standing.length === 0)
    throw new AppError('CONFLICT', 'whoever made the invitation may no longer invite');
}

async function requireOpenTeam(em: EntityManager, { teamId, customerId }: InvitationRecord): Promise<void> {
  const account = await em.findOneOrFail(Account, { id: customerId });
  if (!account.active) throw new AppError('FORBIDDEN', 'the account is deactivated');
  const team = await em.findOneOrFail(Team, { id: teamId });
  if (team.archivedAt) throw new AppError('CONFLICT', 'the team is archived');
}

async function requireNoMember(em: EntityManager, teamId: string, userId: string): Promise<void> {
  if ((await em.count(TeamMember, { teamId, userId })) > 0)
    throw new AppError('CONFLICT', 'you are already a member of the team');
}
