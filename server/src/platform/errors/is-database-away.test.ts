import { DatabaseError } from 'pg';
import { describe, expect, test } from 'vitest';
import { isDatabaseAway } from './is-database-away.ts';
import { toAppError } from './to-app-error.ts';

function databaseError(code: string): DatabaseError {
  return Object.assign(new DatabaseError('said by the server', 0, 'error'), { code });
}

describe('an answer of the database', () => {
  test.each([
    ['08006', 'a lost connection'],
    ['53100', 'a full disk'],
    ['53200', 'no memory'],
    ['53300', 'too many connections'],
    ['55P03', 'a lock that someone else holds'],
    ['57014', 'a statement that took too long'],
    ['57P01', 'a shutdown'],
    ['58030', 'a disk that fails'],
  ])('with %s, %s, means that it is away, and the request may be sent again', (code) => {
    const error = databaseError(code);
    expect(isDatabaseAway(error)).toBe(true);
    expect(toAppError(error)).toMatchObject({ code: 'OVERLOADED', retryAfter: 1 });
  });

  test.each(['22P05', '23505', '25P02', '40001', '40P01', '42P01', '54000', 'XX000'])(
    'with %s is about what was sent',
    (code) => {
      expect(isDatabaseAway(databaseError(code))).toBe(false);
      expect(toAppError(databaseError(code))).toMatchObject({ code: 'INTERNAL_ERROR' });
    },
  );
});

describe('a failure of the driver', () => {
  test.each([
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('connect'), { code: '57P01' }),
    new Error('Connection terminated unexpectedly'),
    new Error('Query read timeout'),
    new Error('wrapped', { cause: new Error('Connection terminated') }),
    Object.assign(new Error('wrapped'), { previous: databaseError('08006') }),
  ])('means that the database is away: %s', (error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  test.each([new Error('out of ideas'), new TypeError('x is undefined'), 'Connection terminated', null])(
    'may be anything else: %s',
    (error) => {
      expect(isDatabaseAway(error)).toBe(false);
    },
  );
});
