import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Conflict } from './conflict.ts';
import type { PaymentFact } from './payment-fact.ts';

/** Per payment: a provider that repeats itself must not fill the log. */
const MAX_ENTRIES = 10;

/** The same contradiction is written once. */
const AUDIT = `
  insert into audit_log (id, customer_id, action, target_type, target_id, details, happened_at)
  select $1, $2, 'payment_conflict', 'payment', $3, $4::jsonb, $5
  where (
    select count(*) < ${MAX_ENTRIES} and coalesce(bool_and(details <> $4::jsonb), true) from audit_log
    where customer_id = $2 and target_id = $3 and action = 'payment_conflict')`;

/** Tells the account's owners that a payment was announced again with other values. No user did it. */
export async function auditConflict(
  client: ClientBase,
  { customerId, appId, provider, reading, receivedAt }: PaymentFact,
  { paymentEventId, recorded }: Conflict,
): Promise<void> {
  const { reference, amount, currency } = reading;
  const details = {
    provider,
    reference,
    app_id: appId,
    amount,
    currency,
    recorded_app_id: recorded.appId,
    recorded_amount: recorded.amount,
    recorded_currency: recorded.currency,
  };
  await client.query({
    name: 'audit-payment-conflict',
    text: AUDIT,
    values: [
      randomUUID(),
      customerId,
      paymentEventId,
      JSON.stringify(details),
      new Date(receivedAt).toISOString(),
    ],
  });
}
