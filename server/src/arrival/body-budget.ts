import { Gauge, type Registry } from 'prom-client';
import { AppError } from '../errors.ts';

/** Bounds the memory of request bodies that are arriving or being answered, in all and of one address. */
export interface BodyBudget {
  /**
   * @param address of the client, as a key.
   * @throws AppError RATE_LIMIT if the address holds too much, OVERLOADED if all do.
   */
  take(address: string, bytes: number): void;
  giveBack(address: string, bytes: number): void;
}

interface BudgetSizes {
  /** Bytes. */
  readonly inAll: number;
  /** Bytes of one address, so that no one can use up what is there for all. */
  readonly perAddress: number;
}

const MB = 1024 * 1024;
const SIZES: BudgetSizes = { inAll: 64 * MB, perAddress: 16 * MB };
const RETRY_AFTER_S = 5;

/** A budget for the bodies of all requests, in bytes; a metric tells how much of it is held. */
export function createBodyBudget(registry: Registry, { inAll, perAddress }: BudgetSizes = SIZES): BodyBudget {
  const held = new Map<string, number>();
  let total = 0;
  new Gauge({
    name: 'tributary_request_body_bytes',
    help: 'Memory of the request bodies that are arriving or being answered, without the first 16 KB of each',
    registers: [registry],
    collect() {
      this.set(total);
    },
  });
  return {
    take(address, bytes) {
      const own = (held.get(address) ?? 0) + bytes;
      if (own > perAddress)
        throw new AppError('RATE_LIMIT', 'too many large requests from your address; try again later', {
          retryAfter: RETRY_AFTER_S,
        });
      if (total + bytes > inAll)
        throw new AppError('OVERLOADED', 'too many large requests are arriving; try again later', {
          retryAfter: RETRY_AFTER_S,
        });
      held.set(address, own);
      total += bytes;
    },
    giveBack(address, bytes) {
      const left = (held.get(address) ?? 0) - bytes;
      if (left > 0) held.set(address, left);
      else held.delete(address);
      total -= bytes;
    },
  };
}
