import type { EntityManager } from '@mikro-orm/postgresql';
import { App } from '@tributary/db/apps/app.entity';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { type Period, periodOf } from '../rollups/period.ts';
import { utcDay } from '../rollups/utc-day.ts';
import type { Access } from '../session/access.ts';
import type { AnalyticsArguments } from './analytics-arguments.ts';
import { FIRST_PAGE } from './page.ts';
import type { Resource } from './resource.ts';
import { createScopedReader } from './scoped-reader.ts';

/** Who asks, and with what to answer. */
export interface AnalyticsCaller {
  readonly em: EntityManager;
  readonly access: Access;
  readonly services: { readonly workPool: Pool; readonly clock: () => number };
}

/**
 * Reads a resource of the caller's account, within the apps of the caller's teams.
 *
 * @throws AppError VALIDATION_ERROR for an app or team outside of the account and for a period that ends before it
 * begins, FORBIDDEN for an app or team that is not the caller's, FEATURE_NOT_AVAILABLE.
 */
export async function readResource<Output extends z.ZodType>(
  resource: Resource<Output>,
  { em, access, services }: AnalyticsCaller,
  args: AnalyticsArguments,
): Promise<z.input<Output>> {
  if (resource.feature) access.requireFeature(resource.feature);
  const now = services.clock();
  const period = checkedPeriod(periodOf(args.date_from, args.date_to, now));
  const appIds = await appsInScope(em, access, args);
  const reader = createScopedReader(services.workPool, access.accountId, appIds);
  return resource.read(reader, { period, today: utcDay(now), after: args.cursor ?? FIRST_PAGE });
}

/** Checked once both ends are known: one that is left out may be before or after the one that is given. */
function checkedPeriod(period: Period): Period {
  if (period.from <= period.to) return period;
  throw new AppError(
    'VALIDATION_ERROR',
    `date_from: must not be after date_to (${period.from} to ${period.to})`,
  );
}

async function appsInScope(em: EntityManager, access: Access, args: AnalyticsArguments): Promise<string[]> {
  if (args.app_id !== null) await ofAccount('app_id', access.app(args.app_id, 'viewer'));
  if (args.team_id !== null) await ofAccount('team_id', access.team(args.team_id, 'viewer'));
  const apps = await em.find(App, {
    customerId: access.accountId,
    teamId: { $in: args.team_id === null ? await access.visibleTeamIds() : [args.team_id] },
    ...(args.app_id !== null && { id: args.app_id }),
  });
  return apps.map((app) => app.id);
}

/** Here a thing of another account is a wrong argument (contract: 400), not a thing that is missing. */
async function ofAccount(name: string, found: Promise<unknown>): Promise<void> {
  await found.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    throw new AppError('VALIDATION_ERROR', `${name}: is not in the account`);
  });
}
