import { readBody } from './read-body.ts';

/** When the events happened. */
export const AT = Date.UTC(2026, 2, 14, 10);
export const INTENT = 'pi_7F2';
export const CHARGE = 'ch_7F2';

/** What is read of an event about an object; `previous` are its members that the event changed. */
export function read(type: string, object: object, previous?: object) {
  const data = { object, ...(previous && { previous_attributes: previous }) };
  const event = { id: 'evt_1', object: 'event', api_version: '2020-08-27', created: AT / 1000, type, data };
  return readBody('provider_c', { ...event, livemode: true, pending_webhooks: 1, request: { id: 'req_1' } });
}

/** One payment, as each object of it says it. */
export const charge = {
  id: CHARGE,
  object: 'charge',
  amount: 2550,
  amount_captured: 2550,
  amount_refunded: 0,
  currency: 'usd',
  paid: true,
  captured: true,
  refunded: false,
  status: 'succeeded',
  payment_intent: INTENT,
  created: AT / 1000 - 5,
  metadata: {},
  dispute: null,
  invoice: null,
  refunds: { object: 'list', data: [], has_more: false, total_count: 0 },
};
export const intent = {
  id: INTENT,
  object: 'payment_intent',
  amount: 2550,
  amount_received: 2550,
  currency: 'usd',
  status: 'succeeded',
  created: AT / 1000 - 3600,
  metadata: {},
  charges: { data: [charge] },
};
export const session = {
  id: 'cs_1',
  object: 'checkout.session',
  amount_total: 2550,
  currency: 'usd',
  mode: 'payment',
  payment_status: 'paid',
  payment_intent: INTENT,
  metadata: {},
};
export const invoice = {
  id: 'in_1',
  object: 'invoice',
  amount_paid: 2550,
  amount_due: 2550,
  currency: 'usd',
  payment_intent: INTENT,
  charge: CHARGE,
  metadata: {},
  paid: true,
};
/** The events that announce it. */
export const ANNOUNCEMENTS = [
  ['payment_intent.succeeded', intent],
  ['charge.succeeded', charge],
  ['checkout.session.completed', session],
  ['invoice.paid', invoice],
  ['invoice.payment_succeeded', invoice],
] as const;
