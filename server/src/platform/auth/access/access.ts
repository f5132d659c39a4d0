import type { InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ROLES, type Role } from '@tributary/db/accounts/team-member.entity';
import { App } from '@tributary/db/apps/app.entity';
import type { Pool } from 'pg';
import { AppError } from '../../errors/errors.ts';
import { type Feature, type Plan, planNamed } from '../../settings/plans.ts';
import type { Session } from '../session/read-session.ts';

export type AppRecord = InferEntity<typeof App>;

/** A team of the account, with the facts that permissions depend on. */
interface KnownTeam {
  readonly id: string;
  readonly is_default: boolean;
  readonly archived: boolean;
}

/**
 * What a user may do in one account, read again for each request.
 *
 * Resources of another account do not exist (NOT_FOUND); resources of the account's other teams are FORBIDDEN.
 */
export interface Access {
  readonly accountId: string;
  readonly plan: Plan;
  /** @throws AppError FORBIDDEN unless the user owns the default team. */
  requireAccountOwner(): void;
  /**
   * The team, or the default team for null.
   *
   * @throws AppError NOT_FOUND, FORBIDDEN, or CONFLICT if the team is archived and more than viewing is needed, unless
   * `archived` is set.
   */
  team(teamId: string | null, needed: Role, options?: { archived?: boolean }): KnownTeam;
  /**
   * A deleted app is not found unless `deleted` is set.
   *
   * @throws AppError NOT_FOUND, FORBIDDEN, or CONFLICT if its team is archived and more than viewing is needed, unless
   * `archived` is set.
   */
  app(appId: string, needed: Role, options?: { deleted?: boolean; archived?: boolean }): Promise<AppRecord>;
  /** For resources of the account as a whole: requires the role in any team. @throws AppError FORBIDDEN */
  requireAnywhere(needed: Role): void;
  /** Whether the caller acts as an owner of the account. */
  readonly ownsAccount: boolean;
  /** The caller's role in a team of the account; undefined if there is none. */
  roleIn(teamId: string): Role | undefined;
  /** Whether the user has this role, or a higher one, in a team of the account. */
  hasRole(teamId: string, needed: Role): boolean;
  isArchived(teamId: string): boolean;
  /**
   * The teams whose apps the user can see: all of them for null, or the one that is asked for.
   *
   * @throws AppError NOT_FOUND, FORBIDDEN
   */
  visibleTeamIds(teamId?: string | null): string[];
  /**
   * The apps that the user can see, also deleted ones: all of them for null, or the one that is asked for, and with a
   * team only those that are its.
   *
   * @throws AppError NOT_FOUND, also for a deleted one that is asked for; FORBIDDEN
   */
  visibleAppIds(appId: string | null, teamId?: string | null): Promise<string[]>;
  /** @throws AppError FEATURE_NOT_AVAILABLE, naming the feature. */
  requireFeature(feature: Feature): void;
}

interface MembershipRow {
  readonly id: string;
  readonly active: boolean;
  readonly plan: string;
  readonly memberships: readonly { readonly team_id: string; readonly role: Role }[];
  readonly teams: readonly KnownTeam[];
}

/** A single statement, because every request of a signed-in user waits for it. */
const READ_MEMBERSHIPS = `
  select id, active, plan,
    (select coalesce(json_agg(json_build_object('team_id', team_id, 'role', role)), '[]')
      from team_members where user_id = $1 and customer_id = accounts.id) as memberships,
    (select coalesce(json_agg(json_build_object(
        'id', id, 'is_default', is_default, 'archived', archived_at is not null)), '[]')
      from teams where customer_id = accounts.id) as teams
  from accounts where id = $2`;

/** Where access is read from; `em` is only used to look up apps. */
export interface AccessSource {
  readonly workPool: Pool;
  readonly em: EntityManager;
}

/**
 * Loads what the caller may do in an account: what the user may, and with an access token at most what its role may.
 *
 * @throws AppError FORBIDDEN if the user belongs to no team of the account.
 */
export async function loadAccess(
  { workPool, em }: AccessSource,
  { userId, accountId, accessToken }: Pick<Session, 'userId' | 'accountId' | 'accessToken'>,
): Promise<Access> {
  const account = accountId === null ? undefined : await readMemberships(workPool, userId, accountId);
  if (account === undefined || account.memberships.length === 0)
    throw new AppError('FORBIDDEN', 'no account is linked to this user');
  if (!account.active) throw new AppError('FORBIDDEN', 'the account is deactivated');

  const { memberships, teams } = account;
  const roles = new Map(memberships.map(({ team_id, role }) => [team_id, role]));
  const defaultTeam = teams.find((team) => team.is_default);
  const belongsToOwner = defaultTeam !== undefined && roles.get(defaultTeam.id) === 'owner';
  const atMost = accessToken?.role ?? 'owner';
  const ownsAccount = belongsToOwner && atMost === 'owner';
  const plan = planNamed(account.plan);

  const roleIn = (teamId: string): Role | undefined => {
    const held = belongsToOwner ? 'owner' : roles.get(teamId);
    return held && lower(held, atMost);
  };
  const isArchived = (teamId: string) => teams.some(({ id, archived }) => id === teamId && archived);

  const access: Access = {
    accountId: account.id,
    plan,
    requireAccountOwner() {
      if (!ownsAccount) throw new AppError('FORBIDDEN', 'only an owner of the account may do this');
    },
    ownsAccount,
    team(teamId, needed, { archived = false } = {}) {
      const team = teamId === null ? defaultTeam : teams.find((candidate) => candidate.id === teamId);
      if (!team) throw new AppError('NOT_FOUND', 'no such team');
      requireRole(roleIn(team.id), needed);
      // An archived team stays readable.
      if (team.archived && needed !== 'viewer' && !archived)
        throw new AppError('CONFLICT', 'the team is archived');
      return team;
    },
    async app(appId, needed, { deleted = false, archived = false } = {}) {
      const app = await em.findOne(App, { id: appId, customerId: account.id });
      if (!app || (app.deletedAt && !deleted)) throw new AppError('NOT_FOUND', 'no such app');
      requireRole(roleIn(app.teamId), needed);
      if (isArchived(app.teamId) && needed !== 'viewer' && !archived)
        throw new AppError('CONFLICT', 'the team of the app is archived');
      return app;
    },
    requireAnywhere(needed) {
      const usable = memberships.filter(({ team_id }) => needed === 'viewer' || !isArchived(team_id));
      const held = usable.map(({ team_id }) => roleIn(team_id) ?? 'viewer');
      requireRole(held.length > 0 ? held.reduce(higher) : undefined, needed);
    },
    roleIn,
    isArchived,
    hasRole: (teamId, needed) => hasRole(roleIn(teamId), needed),
    visibleTeamIds(teamId = null) {
      if (teamId !== null) return [access.team(teamId, 'viewer').id];
      return belongsToOwner ? teams.map((team) => team.id) : [...roles.keys()];
    },
    async visibleAppIds(appId, teamId = null) {
      const teamIds = access.visibleTeamIds(teamId);
      if (appId !== null) {
        const app = await access.app(appId, 'viewer');
        return teamId === null || app.teamId === teamId ? [app.id] : [];
      }
      const owned = { customerId: account.id, teamId: { $in: teamIds } };
      return (await em.find(App, owned, { fields: ['id'] })).map(({ id }) => id);
    },
    requireFeature(feature) {
      if (!plan.features.has(feature)) {
        throw new AppError('FEATURE_NOT_AVAILABLE', `the plan does not include ${feature}`, { feature });
      }
    },
  };
  return access;
}

async function readMemberships(
  pool: Pool,
  userId: string,
  accountId: string,
): Promise<MembershipRow | undefined> {
  const { rows } = await pool.query<MembershipRow>({
    name: 'memberships',
    text: READ_MEMBERSHIPS,
    values: [userId, accountId],
  });
  return rows[0];
}

function requireRole(held: Role | undefined, needed: Role): void {
  if (!hasRole(held, needed)) throw new AppError('FORBIDDEN', `this needs the ${needed} role`);
}

function hasRole(held: Role | undefined, needed: Role): boolean {
  return held !== undefined && rank(held) <= rank(needed);
}

export const higher = (one: Role, other: Role): Role => (rank(one) <= rank(other) ? one : other);
export const lower = (one: Role, other: Role): Role => (rank(one) <= rank(other) ? other : one);

function rank(role: Role): number {
  return ROLES.indexOf(role);
}
