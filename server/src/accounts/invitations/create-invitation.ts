import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Invitation } from '@tributary/db/accounts/invitation.entity';
import { z } from 'zod';
import { lockAccountExclusively } from '../../platform/auth/access/lock-account.ts';
import { makeBearerToken } from '../../platform/auth/secrets/bearer-token.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { memberProcedure } from '../../platform/http/procedures/procedure.ts';
import type { Letter } from '../../platform/net/mail/person-mailer.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { emailAddress, role } from '../teams/team-arguments.ts';
import { INVITATION_TOKEN_PREFIX, invitationUrl } from './invitation-token.ts';

const DEFAULT_DAYS = 7;
/** Per account. */
const MAX_PENDING = 1000;

const expiresDays = z.int('must be a whole number').min(1, 'must be 1 or more').max(90, 'must be 90 or less');

const FIND_MEMBER = `
  select 1 from team_members join auth_users on auth_users.id = user_id
  where team_id = ? and email = ?`;

export const createInvitation = memberProcedure
  .meta({
    tag: 'accounts',
    summary: 'Invite someone into a team',
    description:
      'Invites an e-mail address into a team with a role; its user need not have signed up yet. The ' +
      'token and the link with it are shown once, and the link is mailed to the address. Requires ' +
      'the owner role in the team. Inviting a member of the team is a 409.',
    role: 'owner',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    shows: ['p_expires_days'],
  })
  .input(
    z.strictObject({
      p_team_id: uuid,
      p_email: emailAddress,
      p_role: role,
      p_expires_days: optional(expiresDays),
    }),
  )
  .output(
    z.object({
      invitation_id: z.uuid(),
      token: z.string(),
      url: z.url().describe('The page of the console that accepts it.'),
      expires_at: z.int(),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const { services, session } = ctx;
    const { token, hash } = makeBearerToken(INVITATION_TOKEN_PREFIX);
    const id = randomUUID();
    const now = services.clock();
    const expiresAt = now + (input.p_expires_days ?? DEFAULT_DAYS) * DAY_MS;
    await lockAccountExclusively(ctx, async (em, access) => {
      const team = access.team(input.p_team_id, 'owner');
      await services.limits.invitationsPerUser.consume(session.userId);
      await requireNoMember(em, team.id, input.p_email);
      await requireRoom(em, access.accountId, now);
      em.create(Invitation, {
        id,
        customerId: access.accountId,
        teamId: team.id,
        email: input.p_email,
        role: input.p_role,
        tokenHash: hash,
        invitedBy: session.userId,
        createdAt: new Date(now),
        expiresAt: new Date(expiresAt),
      });
      recordAudit(em, ctx, {
        customerId: access.accountId,
        action: 'create_invitation',
        targetType: 'invitation',
        targetId: id,
        details: { team_id: team.id, email: input.p_email, role: input.p_role, expires_at: expiresAt },
      });
    });
    const url = invitationUrl(services.config, token);
    await services.mailer.sendTo(input.p_email, () => invitationLetter(url));
    return { invitation_id: id, token, url, expires_at: expiresAt };
  });

/** Contains no name or text of the inviter: the service must not write to strangers what someone else chose. */
function invitationLetter(url: string): Letter {
  const text =
    'Hello,\n\nyou were invited to join a team. Sign in or sign up with this e-mail address, and accept the invitation:\n\n' +
    `${url}\n\nThe link works once, and only for you. If you do not know what this is about, ignore it.\n`;
  return { subject: 'You are invited to a team', text };
}

async function requireNoMember(em: EntityManager, teamId: string, email: string): Promise<void> {
  const members = await em.execute<unknown[]>(FIND_MEMBER, [teamId, email]);
  if (members.length > 0) throw new AppError('CONFLICT', 'p_email: is already a member of the team');
}

async function requireRoom(em: EntityManager, customerId: string, now: number): Promise<void> {
  const pending = await em.count(Invitation, {
    customerId,
    acceptedAt: null,
    revokedAt: null,
    expiresAt: { $gt: new Date(now) },
  });
  if (pending >= MAX_PENDING)
    throw new AppError('CONFLICT', `an account can have at most ${MAX_PENDING} pending invitations`);
}
