import { inMinorUnits } from './in-minor-units.ts';
import type { PaymentStory, Reversed, StoryEvents } from './payment-story.ts';

/** charge.success, refund.processed with the amount as a string, as seen in practice, and refund.failed. */
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
  const refundOf = (reversed: Reversed, index: number, status: 'processed' | 'failed') => ({
    event: `refund.${status}`,
    data: {
      status,
      transaction_reference: `ref-${key}`,
      refund_reference: `refund-${key}-${index}`,
      amount: inMinorUnits(reversed.amount, 2),
      currency,
      processor: 'acquirer',
      customer,
      domain: 'test',
    },
  });
  const told = (status: 'processed' | 'failed') =>
    reversals.flatMap((reversed, index) =>
      status === 'processed' || reversed.isUndone ? [refundOf(reversed, index, status)] : [],
    );
  return { payment: [charge], reversals: told('processed'), undone: told('failed') };
}
