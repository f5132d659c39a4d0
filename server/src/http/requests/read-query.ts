import type { Context } from 'hono';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../function-route.ts';

/**
 * Reads the query's parameters.
 *
 * @throws AppError VALIDATION_ERROR for a parameter that is given twice, since it is unclear which was meant.
 */
export function readQuery(c: Context<AppEnv>): Record<string, string> {
  const repeated = Object.entries(c.req.queries()).find(([, values]) => values.length > 1);
  if (repeated) throw new AppError('VALIDATION_ERROR', `${repeated[0]}: is given twice`);
  return c.req.query();
}
