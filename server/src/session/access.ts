import type { InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Account } from '@tributary/db/accounts/account.entity';
import { Team } from '@tributary/db/accounts/team.entity';
import { ROLES, type Role, TeamMember } from '@tributary/db/accounts/team-member.entity';
import { App } from '@tributary/db/apps/app.entity';
import { AppError } from '../errors.ts';
import { type Feature, type Plan, planNamed } from './plans.ts';

export type AppRecord = InferEntity<typeof App>;
export type TeamRecord = InferEntity<typeof Team>;

/**
 * What one person may do in one account, read afresh for each request (decisions: "Roles").
 *
 * Things of another account do not exist (NOT_FOUND); things of the account's other teams are FORBIDDEN.
 */
export interface Access {
  readonly accountId: string;
  readonly plan: Plan;
  /** @throws AppError FORBIDDEN unless the person owns the default team. */
  requireAccountOwner(): void;
  /** The team, or the default one for null. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT when it is archived */
  team(teamId: string | null, needed: Role): Promise<TeamRecord>;
  /** A deleted app is not found, unless `deleted` asks for it. @throws AppError NOT_FOUND, FORBIDDEN */
  app(appId: string, needed: Role, options?: { deleted?: boolean }): Promise<AppRecord>;
  /** For things that belong to the account and to no team: that role in any team. @throws AppError FORBIDDEN */
  requireAnywhere(needed: Role): void;
  /** Teams whose apps the person sees. */
  visibleTeamIds(): Promise<string[]>;
  /** @throws AppError FEATURE_NOT_AVAILABLE that names the feature. */
  requireFeature(feature: Feature): void;
}

/** Loads the memberships of a person in an account. @throws AppError FORBIDDEN where there are none. */
export async function loadAccess(
  em: EntityManager,
  userId: string,
  accountId: string | null,
): Promise<Access> {
  // At once: none needs what another finds, and each wait is a turn of a loop that others keep busy.
  const [account, members, teams] =
    accountId === null
      ? [null, [], []]
      : await Promise.all([
          em.findOne(Account, { id: accountId }),
          em.find(TeamMember, { userId, customerId: accountId }),
          em.find(Team, { customerId: accountId }),
        ]);
  if (account === null || members.length === 0)
    throw new AppError('FORBIDDEN', 'no account is linked to this user');
  if (!account.active) throw new AppError('FORBIDDEN', 'the account is deactivated');

  const roles = new Map(members.map((member) => [member.teamId, member.role]));
  const defaultTeam = teams.find((team) => team.isDefault);
  const ownsAccount = defaultTeam !== undefined && roles.get(defaultTeam.id) === 'owner';
  const plan = planNamed(account.plan);

  const roleIn = (teamId: string): Role | undefined => (ownsAccount ? 'owner' : roles.get(teamId));

  return {
    accountId: account.id,
    plan,
    requireAccountOwner() {
      if (!ownsAccount) throw new AppError('FORBIDDEN', 'only an owner of the account may do this');
    },
    async team(teamId, needed) {
      const team = teamId === null ? defaultTeam : teams.find((candidate) => candidate.id === teamId);
      if (!team) throw new AppError('NOT_FOUND', 'no such team');
      requireRole(roleIn(team.id), needed);
      if (team.archivedAt) throw new AppError('CONFLICT', 'the team is archived');
      return team;
    },
    async app(appId, needed, { deleted = false } = {}) {
      const app = await em.findOne(App, { id: appId, customerId: account.id });
      if (!app || (app.deletedAt && !deleted)) throw new AppError('NOT_FOUND', 'no such app');
      requireRole(roleIn(app.teamId), needed);
      return app;
    },
    requireAnywhere(needed) {
      const best = members.map((member) => member.role).sort((a, b) => rank(a) - rank(b))[0];
      requireRole(best, needed);
    },
    async visibleTeamIds() {
      return ownsAccount ? teams.map((team) => team.id) : [...roles.keys()];
    },
    requireFeature(feature) {
      if (!plan.features.has(feature)) {
        throw new AppError('FEATURE_NOT_AVAILABLE', `the plan does not include ${feature}`, { feature });
      }
    },
  };
}

function requireRole(held: Role | undefined, needed: Role): void {
  if (held === undefined || rank(held) > rank(needed)) {
    throw new AppError('FORBIDDEN', `this needs the ${needed} role`);
  }
}

function rank(role: Role): number {
  return ROLES.indexOf(role);
}
