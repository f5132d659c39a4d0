import type { EntityManager } from '@mikro-orm/postgresql';
import { Account } from '@tributary/db/accounts/account.entity';
import { ROLES, type Role, TeamMember } from '@tributary/db/accounts/team-member.entity';
import { z } from 'zod';
import { optional, uuid } from '../procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../procedures/list-page.ts';
import { callerProcedure } from '../procedures/procedure.ts';
import type { Session } from '../session/read-session.ts';
import { role } from './team-arguments.ts';

const accountItem = z.object({
  account_id: z.uuid(),
  name: z.string(),
  role: role.describe('The caller’s highest role in a team of it.'),
  plan: z.string(),
  active: z.boolean().describe('Whether the caller’s session works in it.'),
  deactivated: z.boolean().describe('Deactivated by an operator: every request in it is refused.'),
});

export const listAccounts = callerProcedure
  .meta({
    tag: 'accounts',
    summary: "List one's accounts",
    description:
      'Lists the caller’s accounts, newest first; with an access token only the token’s account. No ' +
      'role is required.',
    role: null,
    audited: false,
    fails: [],
  })
  .input(z.strictObject({ p_account_id: optional(uuid), ...pageArguments }))
  .output(listPage(accountItem))
  .query(async ({ ctx, input }) => {
    const { em, session } = ctx;
    const roles = await rolesOf(em, session);
    const ids = input.p_account_id === null ? [...roles.keys()] : [input.p_account_id];
    const narrowed = { id: { $in: ids.filter((id) => roles.has(id)) } };
    return readPage(
      'list_accounts',
      input,
      ({ after, options }) => em.find(Account, { $and: [narrowed, after] }, options),
      (account) => ({
        account_id: account.id,
        name: account.name,
        role: roles.get(account.id) ?? ('viewer' as const),
        plan: account.plan,
        active: account.id === session.accountId,
        deactivated: !account.active,
      }),
    );
  });

/** The highest role in each account. */
async function rolesOf(
  em: EntityManager,
  { userId, accessToken, accountId }: Session,
): Promise<ReadonlyMap<string, Role>> {
  const memberships = await em.find(TeamMember, {
    userId,
    ...(accessToken && accountId !== null && { customerId: accountId }),
  });
  const roles = new Map<string, Role>();
  const atLeast = accessToken ? ROLES.indexOf(accessToken.role) : 0;
  for (const { customerId, role: held } of memberships) {
    const known = roles.get(customerId);
    const best = Math.min(ROLES.indexOf(held), known === undefined ? ROLES.length : ROLES.indexOf(known));
    roles.set(customerId, ROLES[Math.max(best, atLeast)] ?? 'viewer');
  }
  return roles;
}
