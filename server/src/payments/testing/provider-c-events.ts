import { inMinorUnits } from './in-minor-units.ts';
import type { PaymentStory, Reversed, StoryEvents } from './payment-story.ts';

/**
 * The four events that report a payment, of which only the session carries metadata, because it does not reach the
 * others; charge.refunded with the total so far; charge.dispute.created; of what is undone refund.failed, and both events of a dispute
 * that is won.
 */
export function providerCEvents(story: PaymentStory): StoryEvents {
  return { payment: announcements(story), reversals: reversalsOf(story), undone: undoneOf(story) };
}

function announcements(story: PaymentStory): object[] {
  const { key, metadata = {} } = story;
  const amount = minor(story, story.amount);
  const intent = `pi_${key}`;
  const invoice = { id: `in_${key}`, object: 'invoice', amount_paid: amount, payment_intent: intent };
  return [
    eventOf(story, 'payment_intent.succeeded', {
      id: intent,
      object: 'payment_intent',
      amount,
      amount_received: amount,
      status: 'succeeded',
      latest_charge: `ch_${key}`,
      metadata: {},
    }),
    eventOf(story, 'charge.succeeded', chargeOf(story)),
    eventOf(story, 'checkout.session.completed', {
      id: `cs_${key}`,
      object: 'checkout.session',
      amount_total: amount,
      mode: 'payment',
      payment_status: 'paid',
      payment_intent: intent,
      metadata,
    }),
    eventOf(story, 'invoice.paid', { ...invoice, charge: `ch_${key}`, metadata: {} }),
  ];
}

function reversalsOf(story: PaymentStory): object[] {
  const refunds: object[] = [];
  let refunded = 0;
  return (story.reversals ?? []).map(({ type, amount }, index) => {
    const object = { id: idOf(story, type, index), amount: minor(story, amount) };
    const created = createdAt(story, index + 1);
    if (type === 'dispute') {
      const about = { charge: `ch_${story.key}`, payment_intent: `pi_${story.key}`, metadata: {} };
      return eventOf(story, 'charge.dispute.created', { ...object, ...about, object: 'dispute' }, created);
    }
    const before = refunded;
    refunded += object.amount;
    refunds.unshift({ ...object, object: 'refund', created, charge: `ch_${story.key}` });
    const charge = chargeOf(story, refunded, story.listsRefunds ? [...refunds] : undefined);
    return eventOf(story, 'charge.refunded', charge, created, { amount_refunded: before });
  });
}

/** An hour later than everything else. */
function undoneOf(story: PaymentStory): object[] {
  return (story.reversals ?? []).flatMap(({ type, amount, isUndone }, index) => {
    if (!isUndone) return [];
    const about = { charge: `ch_${story.key}`, payment_intent: `pi_${story.key}`, metadata: {} };
    const object = { id: idOf(story, type, index), amount: minor(story, amount), ...about };
    const created = createdAt(story, 60 + index);
    if (type !== 'dispute')
      return [eventOf(story, 'refund.failed', { ...object, object: 'refund', status: 'failed' }, created)];
    const won = { ...object, object: 'dispute', status: 'won' };
    return ['charge.dispute.closed', 'charge.dispute.funds_reinstated'].map((name) =>
      eventOf(story, name, won, created),
    );
  });
}

function idOf({ key }: PaymentStory, type: Reversed['type'], index: number): string {
  return `${type === 'dispute' ? 'dp' : 're'}_${key}_${index}`;
}

function chargeOf(story: PaymentStory, refunded = 0, refunds?: readonly object[]): object {
  const amount = minor(story, story.amount);
  return {
    id: `ch_${story.key}`,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: refunded,
    paid: true,
    captured: true,
    refunded: refunded >= amount,
    payment_intent: `pi_${story.key}`,
    metadata: {},
    status: 'succeeded',
    ...(refunds && { refunds: { object: 'list', data: refunds, has_more: false } }),
  };
}

function eventOf(
  story: PaymentStory,
  type: string,
  object: object,
  created = createdAt(story, 0),
  before?: object,
): object {
  return {
    id: `evt_${type}_${story.key}_${created}`,
    object: 'event',
    api_version: '2020-08-27',
    created,
    type,
    data: {
      object: { ...object, currency: story.currency.toLowerCase() },
      ...(before && { previous_attributes: before }),
    },
    livemode: false,
  };
}

function createdAt({ at }: PaymentStory, minutes: number): number {
  return Math.floor(at / 1000) + minutes * 60;
}

/** Decimals of the test currencies that do not have two. */
const DECIMALS: Readonly<Record<string, number>> = { XOF: 0, JPY: 0, KWD: 3 };

function minor({ currency }: PaymentStory, amount: string): number {
  return Number(inMinorUnits(amount, DECIMALS[currency] ?? 2));
}
