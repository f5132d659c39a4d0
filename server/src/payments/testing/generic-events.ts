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
    undone: reversals.flatMap(({ isUndone, amount: back }, index) =>
      isUndone
        ? [
            {
              event_type: 'reinstated',
              reference: `back-${key}-${index}`,
              amount: Number(back),
              currency,
              original_reference: `reversal-${key}-${index}`,
              occurred_at: at + (60 + index) * 60_000,
            },
          ]
        : [],
    ),
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
