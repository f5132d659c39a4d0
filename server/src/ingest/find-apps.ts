import type { AppDirectory, KnownApp } from '../apps/app-directory.ts';
import { describeOutage } from '../platform/errors/describe-outage.ts';
import { AppError } from '../platform/errors/errors.ts';
import { isUuid } from '../platform/values/is-uuid.ts';
import type { CheckedEvent } from './check/check-shape.ts';
import type { StepResult } from './check/step-result.ts';
import type { SubmittedEvent } from './parse/submitted-event.ts';

/**
 * What is known of the apps that events name, by id: of those that are to be stored, and of those of a wrong shape, which
 * are kept for the developers of their app if it exists.
 *
 * @throws AppError OVERLOADED, not for events of a wrong shape alone.
 */
export async function findApps(
  submitted: readonly SubmittedEvent[],
  shapes: readonly StepResult<CheckedEvent>[],
  apps: AppDirectory,
): Promise<ReadonlyMap<string, KnownApp>> {
  const ids = new Set<string>();
  let isNeeded = false;
  for (const [index, shape] of shapes.entries()) {
    const id = shape.ok ? shape.value.app_id.toLowerCase() : namedApp(submitted[index]?.value);
    if (id !== undefined) ids.add(id);
    isNeeded ||= shape.ok;
  }
  if (ids.size === 0) return new Map();
  try {
    return await apps.find(ids);
  } catch (cause) {
    if (!isNeeded) return new Map();
    throw new AppError('OVERLOADED', `${describeOutage(cause)}; try again later`, {
      retryAfter: 1,
      cause,
    });
  }
}

/** The app that an event of a wrong shape names; undefined if that cannot be one. */
export function namedApp(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null ? Reflect.get(value, 'app_id') : undefined;
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : undefined;
}
