import { expect, test } from 'vitest';
import { AppError } from '../../platform/errors/errors.ts';
import { createIntake } from './intake.ts';

test('the intake holds as much as it may and not a byte more, until a request leaves', () => {
  const intake = createIntake(100);
  const [first, second, late] = [intake.openShare(), intake.openShare(), intake.openShare()];
  first.take(60);
  second.take(40);
  expect(() => late.take(1)).toThrow(AppError);
  expect(() => late.take(1)).toThrow(
    expect.objectContaining({ code: 'OVERLOADED', status: 503, retryAfter: 1 }),
  );
  late.giveBack();
  expect(() => late.take(1)).toThrow('too much is waiting');
  second.giveBack();
  second.giveBack();
  late.take(40);
  expect(() => late.take(1)).toThrow('too much is waiting');
});
