import type { AppDirectory, KnownApp } from '../apps/app-directory.ts';
import { AppError } from '../errors.ts';
import { describeOutage } from '../outages/describe-outage.ts';
import type { CheckedEvent } from './check/check-shape.ts';
import type { StepResult } from './check/step-result.ts';

/** What is known of the apps that events of the right shape name, by id. @throws AppError OVERLOADED */
export async function findApps(
  shapes: readonly StepResult<CheckedEvent>[],
  apps: AppDirectory,
): Promise<ReadonlyMap<string, KnownApp>> {
  const ids = new Set<string>();
  for (const shape of shapes) if (shape.ok) ids.add(shape.value.app_id.toLowerCase());
  if (ids.size === 0) return new Map();
  try {
    return await apps.find(ids);
  } catch (cause) {
    throw new AppError('OVERLOADED', `${describeOutage(cause)}; try again later`, {
      retryAfter: 1,
      cause,
    });
  }
}
