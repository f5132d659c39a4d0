import { Gauge, type Registry } from 'prom-client';
import { AppError } from '../../errors/errors.ts';
import { type BudgetLimits, createBudget } from '../../limits/budget.ts';

/** Bounds the memory of request bodies that are arriving or being answered, in all and of one address. */
export interface BodyBudget {
  /**
   * @param address of the client, as a key.
   * @throws AppError RATE_LIMIT if the address holds too much, OVERLOADED if all do.
   */
  take(address: string, bytes: number): void;
  giveBack(address: string, bytes: number): void;
}

const MB = 1024 * 1024;
const LIMITS: BudgetLimits = { inAll: 64 * MB, perHolder: 16 * MB };
const RETRY_AFTER_S = 5;

/** A budget for the bodies of all requests, in bytes; a metric tells how much of it is held. */
export function createBodyBudget(registry: Registry, limits = LIMITS): BodyBudget {
  const budget = createBudget(limits);
  new Gauge({
    name: 'tributary_request_body_bytes',
    help: 'Memory of the request bodies that are arriving or being answered, without the first 16 KB of each',
    registers: [registry],
    collect() {
      this.set(budget.held);
    },
  });
  return {
    take(address, bytes) {
      const excess = budget.take(address, bytes);
      if (excess === 'holder')
        throw new AppError('RATE_LIMIT', 'too many large requests from your address; try again later', {
          retryAfter: RETRY_AFTER_S,
        });
      if (excess === 'all')
        throw new AppError('OVERLOADED', 'too many large requests are arriving; try again later', {
          retryAfter: RETRY_AFTER_S,
        });
    },
    giveBack: budget.giveBack,
  };
}
