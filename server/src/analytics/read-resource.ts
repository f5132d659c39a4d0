import type { z } from 'zod';
import { periodOf } from '../counters/period.ts';
import { utcDay } from '../counters/utc-day.ts';
import type { AnalyticsArguments } from './analytics-arguments.ts';
import { type AnalyticsCaller, appsInScope } from './analytics-caller.ts';
import { FIRST_PAGE } from './page.ts';
import type { Resource } from './resource.ts';
import { createScopedReader } from './scoped-reader.ts';

/**
 * Reads a resource of the caller's account, within the apps of the caller's teams.
 *
 * @throws AppError VALIDATION_ERROR for an app or team outside of the account and for a period that ends before it
 * begins, FORBIDDEN for an app or team that is not the caller's, FEATURE_NOT_AVAILABLE.
 */
export async function readResource<Output extends z.ZodType>(
  resource: Resource<string, Output>,
  caller: AnalyticsCaller,
  args: AnalyticsArguments,
): Promise<z.input<Output>> {
  const { access, services } = caller;
  if (resource.feature) access.requireFeature(resource.feature);
  const now = services.clock();
  const period = periodOf(args.date_from, args.date_to, now);
  const reader = createScopedReader(services.workPool, access.accountId, await appsInScope(caller, args));
  return resource.read(reader, {
    period,
    today: utcDay(now),
    country: args.country ?? null,
    groupBy: args.group_by ?? null,
    after: args.cursor ?? FIRST_PAGE,
    hasFeature: (feature) => access.plan.features.has(feature),
  });
}
