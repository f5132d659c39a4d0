import { toMoney } from '../../../platform/values/money/money.ts';
import type { PostbackFacts } from '../ad-network.ts';

/** What a purchase cost, for the body of a request; nothing of an install. */
export function moneyMembers({ amount, currency }: PostbackFacts): { currency?: string; value?: number } {
  if (amount === null || currency === null) return {};
  return { currency, value: toMoney(amount, currency) };
}
