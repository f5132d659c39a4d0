import { inMinorUnits } from './in-minor-units.ts';
import type { PaymentStory, StoryEvents } from './payment-story.ts';

/** charge.success, and refund.processed with the amount as a string, as seen in practice. */
export function providerAEvents({
  key,
  amount,
  currency,
  at,
  metadata,
  reversals = [],
}: PaymentStory): StoryEvents {
  const customer = { email: 'payer@example.com', first_name: 'Ada', metadata: null };
  const charge = {
    event: 'charge.success',
    data: {
      id: 1_000_000,
      domain: 'test',
      status: 'success',
      reference: `ref-${key}`,
      amount: Number(inMinorUnits(amount, 2)),
      currency,
      channel: 'card',
      fees: null,
      customer,
      created_at: new Date(at - 20_000).toISOString(),
      paid_at: new Date(at).toISOString(),
      metadata: metadata ?? 0,
    },
  };
  const refunds = reversals.map((reversed, index) => ({
    event: 'refund.processed',
    data: {
      status: 'processed',
      transaction_reference: `ref-${key}`,
      refund_reference: `refund-${key}-${index}`,
      amount: inMinorUnits(reversed.amount, 2),
      currency,
      processor: 'acquirer',
      customer,
      domain: 'test',
    },
  }));
  return { payment: [charge], reversals: refunds };
}
