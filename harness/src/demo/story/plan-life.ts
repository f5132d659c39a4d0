import type { PaymentStory } from '@tributary/server/payments/testing/payment-story';
import { type Random, randomFor } from '@tributary/server/testing/random';
import type { EventAction, WorldEvent } from '../../world/action.ts';

/** The use of the app for some minutes: all of its events arrive in one batch. */
export interface SessionAction {
  readonly kind: 'session';
  /** Unix ms, when the batch arrives. */
  readonly at: number;
  readonly address: string;
  readonly events: readonly WorldEvent[];
  /** What was bought in the app, in cents. */
  readonly boughtCents: number;
}

/** A payment provider reports a payment, the refund of one, or that a refund failed. */
export interface PaymentAction {
  readonly kind: 'payment' | 'refund' | 'reinstated';
  /** Unix ms. */
  readonly at: number;
  readonly story: PaymentStory;
  readonly cents: number;
}

export type LifeAction = SessionAction | PaymentAction;

export const CURRENCY = 'USD';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Typical figures of a shop's app; all assumed. */
const LIFE = {
  longestDays: 30,
  buyers: 0.2,
  buysInSession: 0.3,
  prices: [199, 499, 999, 1999],
  payers: 0.25,
  /** Most decide on the first day. */
  paysAfter: 5 * HOUR,
  paysAgain: 0.35,
  amounts: [750, 1250, 2400, 3990],
  refunded: 0.15,
  fullRefund: 0.6,
  failedRefund: 0.1,
} as const;

/** The share of people who use the app again that many days after the install. */
const retention = (day: number) => (day === 0 ? 1 : 0.38 * day ** -0.6);

/** Plans what someone does after an install; no one comes back to an install that was made for pay. */
export function planLife(install: EventAction, seed: number): LifeAction[] {
  if (install.truth === null || install.truth.fraud !== null) return [];
  const random = randomFor(seed, 'life', install.event.event_id);
  return [...planSessions(random, install), ...planPayments(random, install, seed)];
}

function planSessions(random: Random, install: EventAction): SessionAction[] {
  const isBuyer = random.chance(LIFE.buyers);
  const sessions: SessionAction[] = [];
  for (let day = 0; day <= LIFE.longestDays; day++) {
    if (!random.chance(retention(day))) continue;
    const startsAt = install.at + (day === 0 ? 2000 : day * DAY + random.integer(-5 * HOUR, 5 * HOUR));
    const price = isBuyer && random.chance(LIFE.buysInSession) ? random.pick(LIFE.prices) : 0;
    sessions.push(useApp(random, install, startsAt, price));
  }
  return sessions;
}

function useApp(random: Random, install: EventAction, startsAt: number, price: number): SessionAction {
  const length = Math.round(random.logNormal(3 * MINUTE, 0.8)) + 10_000;
  const at = startsAt + length + random.integer(500, 5000);
  const device = deviceOf(install);
  const event = (type: WorldEvent['event_type'], time: number): WorldEvent => ({
    ...device,
    event_type: type,
    event_id: random.uuid(),
    timestamp: time,
    sent_at: at - 300,
    age_ms: at - time,
  });
  const bought: WorldEvent[] =
    price === 0
      ? []
      : [
          {
            ...event('purchase', startsAt + Math.round(length / 2)),
            revenue: price / 100,
            currency: CURRENCY,
            event_properties: { sku: `item-${random.integer(1, 40)}` },
          },
        ];
  return {
    kind: 'session',
    at,
    address: install.address,
    events: [event('session_start', startsAt), ...bought, event('session_end', startsAt + length)],
    boughtCents: price,
  };
}

/** What every event of a device has; the rest belongs to its install. */
function deviceOf(install: EventAction): WorldEvent {
  const { referrer: _r, referrer_click_ts: _c, install_begin_ts: _b, ...device } = install.event;
  return device;
}

function planPayments(random: Random, install: EventAction, seed: number): PaymentAction[] {
  const actions: PaymentAction[] = [];
  if (!random.chance(LIFE.payers)) return actions;
  let at = install.at + Math.round(random.logNormal(LIFE.paysAfter, 1));
  let number = 0;
  do {
    actions.push(...pay(random, install, at, `${install.event.event_id.slice(0, 13)}-${number++}`, seed));
    at += random.integer(2 * DAY, 12 * DAY);
  } while (random.chance(LIFE.paysAgain));
  return actions;
}

const inUnits = (cents: number): string => (cents / 100).toFixed(2);

function pay(random: Random, install: EventAction, at: number, key: string, seed: number): PaymentAction[] {
  const cents = random.pick(LIFE.amounts);
  const isRefunded = random.chance(LIFE.refunded);
  const isFull = random.chance(LIFE.fullRefund);
  const refundCents = isFull ? cents : Math.round(cents / 2);
  const fails = randomFor(seed, 'failed refund', key);
  const isUndone = fails.chance(LIFE.failedRefund);
  const { gaid, android_id } = install.event;
  const story: PaymentStory = {
    provider: random.chance(0.6) ? 'provider_a' : 'generic',
    key,
    amount: inUnits(cents),
    currency: CURRENCY,
    at,
    metadata: { ...(gaid !== undefined && { gaid }), ...(android_id !== undefined && { android_id }) },
    reversals: isRefunded
      ? [{ type: isFull ? 'refund' : 'partial_refund', amount: inUnits(refundCents), isUndone }]
      : [],
  };
  const payment: PaymentAction = { kind: 'payment', at: at + random.integer(1000, 9000), story, cents };
  if (!isRefunded) return [payment];
  const refundedAt = at + Math.round(random.logNormal(DAY, 1));
  const refund: PaymentAction = { kind: 'refund', at: refundedAt, story, cents: refundCents };
  if (!isUndone) return [payment, refund];
  const failedAt = refundedAt + fails.integer(2 * HOUR, 2 * DAY);
  return [payment, refund, { kind: 'reinstated', at: failedAt, story, cents: refundCents }];
}
