import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Account } from '@tributary/db/accounts/account.entity';
import { Team } from '@tributary/db/accounts/team.entity';
import { TeamMember } from '@tributary/db/accounts/team-member.entity';
import { z } from 'zod';
import { selectAccount } from '../../platform/auth/session/select-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { displayName } from '../../platform/http/procedures/argument-types.ts';
import { personProcedure } from '../../platform/http/procedures/procedure.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isFirstAccount } from './is-first-account.ts';

/** Accounts that one user may own: too few to spread a business over free plans. */
const MAX_OWNED_ACCOUNTS = 25;

export const createAccount = personProcedure
  .meta({
    tag: 'accounts',
    summary: 'Create an account',
    description:
      'Creates an account with its default team, owned by the caller, and switches the caller’s ' +
      'session to it. No role is required. At the limit of accounts that one user can own it is a ' +
      '409.',
    role: null,
    audited: true,
    fails: ['CONFLICT'],
  })
  .input(z.strictObject({ p_name: displayName }))
  .output(z.object({ account_id: z.uuid(), team_id: z.uuid() }))
  .mutation(async ({ ctx, input }) => {
    const createdAt = new Date(ctx.services.clock());
    const accountId = randomUUID();
    const teamId = randomUUID();
    await ctx.em.transactional(async (em) => {
      await requireRoom(em, ctx.session.userId);
      em.create(Account, {
        id: accountId,
        name: input.p_name,
        plan: ctx.services.config.defaultPlan,
        appLinksAllowed: await isFirstAccount(em),
        createdAt,
      });
      await em.flush();
      em.create(Team, {
        id: teamId,
        customerId: accountId,
        name: 'Default team',
        isDefault: true,
        createdAt,
      });
      await em.flush();
      em.create(TeamMember, {
        id: randomUUID(),
        customerId: accountId,
        teamId,
        userId: ctx.session.userId,
        role: 'owner',
        createdAt,
      });
      recordAudit(em, ctx, {
        customerId: accountId,
        action: 'create_account',
        targetType: 'account',
        targetId: accountId,
      });
      await selectAccount(em, ctx.session.id, accountId);
    });
    return { account_id: accountId, team_id: teamId };
  });

/** Locks the user's row, so that concurrent calls count one after the other. */
async function requireRoom(em: EntityManager, userId: string): Promise<void> {
  await em.execute('select id from auth_users where id = ? for update', [userId]);
  const [owned] = await em.execute<{ count: number }[]>(
    `select count(distinct customer_id)::int as count from team_members where user_id = ? and role = 'owner'`,
    [userId],
  );
  if ((owned?.count ?? 0) >= MAX_OWNED_ACCOUNTS) {
    throw new AppError('CONFLICT', `one person can own ${MAX_OWNED_ACCOUNTS} accounts`);
  }
}
