import type { InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Account } from '@tributary/db/accounts/account.entity';
import { Team } from '@tributary/db/accounts/team.entity';
import { type Role, TeamMember } from '@tributary/db/accounts/team-member.entity';
import { z } from 'zod';
import { higher, lower } from '../../platform/auth/access/access.ts';
import type { Session } from '../../platform/auth/session/read-session.ts';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../../platform/http/procedures/list-page.ts';
import { callerProcedure } from '../../platform/http/procedures/procedure.ts';
import { role } from './team-arguments.ts';

const accountItem = z.object({
  account_id: z.uuid(),
  name: z.string(),
  role: role.describe('The caller’s highest role in a team of it.'),
  account_owner: z
    .boolean()
    .describe('Whether the caller acts as an owner of all of it, as the owners of its default team do.'),
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
    const memberships = await membershipsOf(em, session);
    const roles = rolesOf(memberships, session);
    const owned = await accountsOwned(em, memberships, session);
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
        account_owner: owned.has(account.id),
        plan: account.plan,
        active: account.id === session.accountId,
        deactivated: !account.active,
      }),
    );
  });

type Membership = Pick<InferEntity<typeof TeamMember>, 'customerId' | 'teamId' | 'role'>;

function membershipsOf(
  em: EntityManager,
  { userId, accessToken, accountId }: Session,
): Promise<Membership[]> {
  return em.find(TeamMember, {
    userId,
    ...(accessToken && accountId !== null && { customerId: accountId }),
  });
}

/** The highest role in each account, with a token at most the token's. */
function rolesOf(memberships: readonly Membership[], { accessToken }: Session): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>();
  const atMost = accessToken?.role ?? 'owner';
  for (const { customerId, role: held } of memberships)
    roles.set(customerId, higher(roles.get(customerId) ?? 'viewer', lower(held, atMost)));
  return roles;
}

/** The accounts whose default team they own; none with a token of a lower role. */
async function accountsOwned(
  em: EntityManager,
  memberships: readonly Membership[],
  { accessToken }: Session,
): Promise<ReadonlySet<string>> {
  if (accessToken && accessToken.role !== 'owner') return new Set();
  const owned = memberships.filter(({ role: held }) => held === 'owner').map(({ teamId }) => teamId);
  const teams = await em.find(Team, { id: { $in: owned }, isDefault: true });
  return new Set(teams.map(({ customerId }) => customerId));
}
