import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { type Access, loadAccess } from '../platform/auth/access/access.ts';
import type { Session } from '../platform/auth/session/read-session.ts';
import { AppError } from '../platform/errors/errors.ts';
import type { AnalyticsArguments } from './analytics-arguments.ts';

/** Who asks, and with what to answer. */
export interface AnalyticsCaller {
  readonly access: Access;
  /** All of the account; which of them the caller sees is for `appsInScope` to say. */
  readonly accountApps: readonly AppOfTeam[];
  readonly services: { readonly workPool: Pool; readonly clock: () => number };
}

interface AppOfTeam {
  readonly id: string;
  readonly team_id: string;
}

/**
 * Loads what the caller may see beside what there is to see: each wait costs a tick of an event loop that others keep busy.
 *
 * @throws AppError FORBIDDEN where the session has no account.
 */
export async function loadAnalyticsCaller(
  services: AnalyticsCaller['services'],
  em: EntityManager,
  session: Session,
): Promise<AnalyticsCaller> {
  const [access, accountApps] = await Promise.all([
    loadAccess({ workPool: services.workPool, em }, session),
    readApps(services.workPool, session.accountId),
  ]);
  return { access, accountApps, services };
}

async function readApps(pool: Pool, accountId: string | null): Promise<AppOfTeam[]> {
  const { rows } = await pool.query<AppOfTeam>({
    name: 'apps-of-account',
    text: 'select id, team_id from apps where customer_id = $1',
    values: [accountId],
  });
  return rows;
}

/** The ids of the apps that are asked for and the caller's to see. @throws AppError VALIDATION_ERROR, FORBIDDEN */
export async function appsInScope(
  { access, accountApps }: AnalyticsCaller,
  { app_id, team_id }: AnalyticsArguments,
): Promise<string[]> {
  if (app_id !== null) await ofAccount('app_id', () => access.app(app_id, 'viewer'));
  if (team_id !== null) await ofAccount('team_id', async () => access.team(team_id, 'viewer'));
  const teamIds = new Set(team_id === null ? access.visibleTeamIds() : [team_id]);
  return accountApps
    .filter(({ id, team_id }) => teamIds.has(team_id) && (app_id === null || id === app_id))
    .map(({ id }) => id);
}

/** Here a thing of another account is a wrong argument, not a thing that is missing. */
async function ofAccount(name: string, find: () => Promise<unknown>): Promise<void> {
  await find().catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    throw new AppError('VALIDATION_ERROR', `${name}: is not in the account`);
  });
}
