import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { Intake } from './intake.ts';

test('the intake holds as much as it may and not a byte more, until something leaves', () => {
  const intake = new Intake(100);
  intake.enter(60);
  intake.enter(40);
  expect(() => intake.enter(1)).toThrow(AppError);
  expect(() => intake.enter(1)).toThrow(
    expect.objectContaining({ code: 'OVERLOADED', status: 503, retryAfter: 1 }),
  );
  intake.leave(40);
  intake.enter(40);
  expect(() => intake.enter(1)).toThrow('too much is waiting');
});
