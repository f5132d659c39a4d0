import { isUniqueViolation } from '../../platform/errors/is-unique-violation.ts';
import { ConcurrentChange } from './concurrent-change.ts';

/** Another worker stored the same device, install or purchase first: the next attempt will see it. */
export function anotherWasFirst(error: unknown): boolean {
  return error instanceof ConcurrentChange || isUniqueViolation(error);
}
