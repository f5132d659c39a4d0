import type { Context } from 'hono';
import { AppError } from '../../errors/errors.ts';
import type { AppEnv } from '../function-route.ts';
import { closestName } from './closest-name.ts';

/**
 * Reads the query's parameters.
 *
 * @throws AppError VALIDATION_ERROR for a parameter that is given twice, since it is unclear which was meant.
 */
export function readQuery(c: Context<AppEnv>): Record<string, string> {
  const repeated = Object.entries(c.req.queries()).find(([, values]) => values.length > 1);
  if (repeated) throw new AppError('VALIDATION_ERROR', `${shown(repeated[0])}: is given twice`);
  return c.req.query();
}

/**
 * Reads the query's parameters where there are no others than these: a misspelled one would be answered as if it had
 * not been given, with figures of another period or of all apps.
 *
 * @throws AppError VALIDATION_ERROR naming the parameters that are unknown, each with the one that was likely meant.
 */
export function readKnownQuery(c: Context<AppEnv>, known: readonly string[]): Record<string, string> {
  const query = readQuery(c);
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new AppError('VALIDATION_ERROR', describeUnknown(unknown, known));
  return query;
}

/** The most parameters that an answer names, and characters of a name. */
const MOST_NAMED = 5;
const MAX_NAME_LENGTH = 64;

function describeUnknown(unknown: readonly string[], known: readonly string[]): string {
  const clauses = unknown.slice(0, MOST_NAMED).map((name) => {
    const meant = closestName(name, known);
    return `${shown(name)}: unknown parameter, ${meant ? `did you mean ${meant}?` : `must be one of ${known.join(', ')}`}`;
  });
  const more = unknown.length - MOST_NAMED;
  return [...clauses, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function shown(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH);
}
