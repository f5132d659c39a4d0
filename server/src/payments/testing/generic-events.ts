import type { PaymentStory, StoryEvents } from './payment-story.ts';

/** Events in the service's own format. */
export function genericEvents({
  key,
  amount,
  currency,
  at,
  metadata,
  reversals = [],
}: PaymentStory): StoryEvents {
  const payment = {
    reference: `ref-${key}`,
    amount: Number(amount),
    currency,
    occurred_at: at,
    ...(metadata && { metadata }),
  };
  return {
    payment: [payment],
    reversals: reversals.map((reversed, index) => ({
      event_type: reversed.type,
      reference: `reversal-${key}-${index}`,
      amount: Number(reversed.amount),
      currency,
      original_reference: `ref-${key}`,
      occurred_at: at + (index + 1) * 60_000,
    })),
  };
}
