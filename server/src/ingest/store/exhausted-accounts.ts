import type { StorableEvent } from '../row/to-storable-event.ts';

/** What one account has used of one month's allowance. */
interface MonthUsage {
  readonly customerId: string;
  /** Its first day, as 2026-01-01. */
  readonly month: string;
  readonly used: number;
}

/** Accounts known to have used up a month's allowance; for their events nothing needs to be tried. */
export interface ExhaustedAccounts {
  /** Whether the account of this event has nothing left, under the plan that the event came in under. */
  includes(event: StorableEvent): boolean;
  /** Takes note of committed usage that has reached its limit. */
  learn(usage: MonthUsage): void;
}

/** @param maxAccounts most accounts remembered; the one noted first is forgotten for a new one. */
export function createExhaustedAccounts(maxAccounts = 50_000): ExhaustedAccounts {
  // Usage never falls within a month, so what was once used up stays so until the month or the limit changes.
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
