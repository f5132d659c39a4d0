import { AppError } from '../../platform/errors/errors.ts';
import { createBudget } from '../../platform/limits/budget.ts';

/** The bytes that one request holds of the intake. */
export interface IntakeShare {
  /** @throws AppError OVERLOADED at once, and takes nothing, when all requests hold too much together. */
  take(bytes: number): void;
  /** Gives back all that it took. */
  giveBack(): void;
}

/** Bounds the memory that all requests in progress hold together, whatever they are waiting for. */
export interface Intake {
  /** Opens the share of one request, which must give it back. */
  openShare(): IntakeShare;
}

/** Any holder: no request is known before its body is read. */
const ANYONE = '';

export function createIntake(maxBytes: number): Intake {
  const budget = createBudget({ inAll: maxBytes });
  return {
    openShare() {
      let held = 0;
      return {
        take(bytes) {
          if (budget.take(ANYONE, bytes) !== null)
            throw new AppError('OVERLOADED', 'too much is waiting to be stored; try again later', {
              retryAfter: 1,
            });
          held += bytes;
        },
        giveBack() {
          budget.giveBack(ANYONE, held);
          held = 0;
        },
      };
    },
  };
}
