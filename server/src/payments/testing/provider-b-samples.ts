import { readBody } from './read-body.ts';

/** A completed charge. */
export const CHARGE = {
  id: 9_120_331,
  tx_ref: 'order-551',
  flw_ref: '77120331',
  status: 'successful',
  currency: 'NGN',
  amount: 4500.5,
  charged_amount: 4590,
  app_fee: 63,
  merchant_fee: 0,
  payment_type: 'card',
  created_at: '2026-03-14T10:00:00.000Z',
  customer: { id: 3, name: 'Ada', email: 'ada@example.com' },
};
/** What every event has around its data. */
const ENVELOPE = { meta_data: { note: 'a cart' }, 'event.type': 'CARD_TRANSACTION' };

/** What is read of a charge with some of its members changed. */
export const charge = (change: object = {}) =>
  readBody('provider_b', { event: 'charge.completed', data: { ...CHARGE, ...change }, ...ENVELOPE });

/** A refund as an event without a type has it. */
export const BARE = {
  id: 61_204,
  AmountRefunded: 1500,
  status: 'completed',
  FlwRef: '77120331',
  settlement_id: 'NEW',
  destination: 'payment_source',
  comments: 'returned',
  meta: '{"user_id":"u-9"}',
  deletedAt: null,
  createdAt: '2026-03-15T08:00:00.000Z',
  updatedAt: '2026-03-15T08:00:01.000Z',
  walletId: 77,
  AccountId: 88,
  TransactionId: 9_120_331,
};
