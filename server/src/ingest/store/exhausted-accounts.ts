import type { StorableEvent } from '../row/to-storable-event.ts';

/** What an account has used of a month's allowance. */
interface MonthUsage {
  readonly customerId: string;
  /** The month's first day, as 2026-01-01. */
  readonly month: string;
  readonly used: number;
}

/** Accounts known to have used up a month's allowance; their events are refused without asking the database. */
export interface ExhaustedAccounts {
  /** Whether the account of this event has nothing left, under the plan that applied when the event arrived. */
  includes(event: StorableEvent): boolean;
  /** Records committed usage that has reached its limit. */
  learn(usage: MonthUsage): void;
}

/** @param maxAccounts the most accounts remembered; the oldest entry is dropped for a new one. */
export function createExhaustedAccounts(maxAccounts = 50_000): ExhaustedAccounts {
  // Usage never falls within a month, so an exhausted account stays exhausted until the month or the limit changes.
  const known = new Map<string, MonthUsage>();
  return {
    includes({ customerId, month, monthlyLimit }) {
      const usage = known.get(customerId);
      return usage !== undefined && usage.month === month && usage.used >= monthlyLimit;
    },
    learn(usage) {
      known.delete(usage.customerId);
      if (known.size >= maxAccounts) known.delete(known.keys().next().value ?? '');
      known.set(usage.customerId, usage);
    },
  };
}
