import type { PaymentStory, Reversed, StoryEvents } from './payment-story.ts';

/** charge.completed, refunds in each of the shapes of its versions, alternating, and those that fail in that of version 4. */
export function providerBEvents(story: PaymentStory): StoryEvents {
  const { key, amount, currency, at, metadata = {} } = story;
  const charge = {
    event: 'charge.completed',
    data: {
      id: `tx-${key}`,
      tx_ref: `order-${key}`,
      flw_ref: `flw-${key}`,
      status: 'successful',
      amount: Number(amount),
      charged_amount: Number(amount),
      app_fee: 1.4,
      currency,
      payment_type: 'card',
      created_at: new Date(at).toISOString(),
      customer: { id: 7, name: 'Ada' },
    },
    meta_data: metadata,
    'event.type': 'CARD_TRANSACTION',
  };
  const refunds = (story.reversals ?? []).map((reversed, index) => {
    const id = `refund-${key}-${index}`;
    const when = new Date(at + (index + 1) * 60_000).toISOString();
    return [bareRefund, namedRefund, typedRefund][index % 3]?.(story, reversed, id, when) ?? {};
  });
  const undone = (story.reversals ?? []).flatMap((reversed, index) =>
    reversed.isUndone ? [failedRefund(story, reversed, `refund-${key}-${index}`)] : [],
  );
  return { payment: [charge], reversals: refunds, undone };
}

function bareRefund({ key }: PaymentStory, { amount }: Reversed, id: string, createdAt: string): object {
  return {
    id,
    AmountRefunded: Number(amount),
    status: 'completed',
    FlwRef: `flw-${key}`,
    createdAt,
    destination: 'payment_source',
    meta: '{"source":"balance"}',
    TransactionId: `tx-${key}`,
  };
}

function namedRefund({ key, currency }: PaymentStory, { amount }: Reversed, id: string): object {
  const data = { id, tx_ref: `order-${key}`, flw_ref: `flw-${key}`, amount: Number(amount), currency };
  return { event: 'refund.completed', data };
}

function typedRefund({ key }: PaymentStory, { amount }: Reversed, id: string, createdAt: string): object {
  const data = {
    id,
    meta: {},
    amount_refunded: Number(amount),
    status: 'succeeded',
    charge_id: `tx-${key}`,
    created_datetime: createdAt,
  };
  return { webhook_id: `hook-${id}`, timestamp: Date.parse(createdAt), type: 'refund.completed', data };
}

function failedRefund({ key, at }: PaymentStory, { amount }: Reversed, id: string): object {
  const data = { id, amount_refunded: Number(amount), status: 'failed', charge_id: `tx-${key}` };
  return { webhook_id: `hook-${id}-failed`, timestamp: at + 3_600_000, type: 'refund.failed', data };
}
