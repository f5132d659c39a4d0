import type { ClientBase } from 'pg';
import type { PaymentFact } from './payment-fact.ts';

/** How a delivery contradicts what is recorded under its reference. What was recorded first is kept. */
export interface Conflict {
  readonly paymentEventId: string;
  /** Whether it was recorded for another app of the account. */
  readonly otherApp: boolean;
  /** Whether the amount or the currency is another. */
  readonly otherAmount: boolean;
  readonly recorded: { readonly appId: string; readonly amount: string; readonly currency: string | null };
}

/** A currency that either leaves out contradicts nothing. */
const COMPARE = `
  select app_id as "appId", amount::text, currency, app_id <> $3 as "otherApp",
    amount <> $4::numeric or coalesce(currency <> $5, false) as "otherAmount"
  from payments
  where customer_id = $1 and payment_event_id = $2`;

interface Row {
  readonly appId: string;
  readonly amount: string;
  readonly currency: string | null;
  readonly otherApp: boolean;
  readonly otherAmount: boolean;
}

/** Compares a delivery with the payment or reversal that it repeats; null if they agree. */
export async function findConflict(
  client: ClientBase,
  { customerId, appId, reading }: PaymentFact,
  paymentEventId: string,
): Promise<Conflict | null> {
  const values = [customerId, paymentEventId, appId, reading.amount, reading.currency];
  const { rows } = await client.query<Row>({ name: 'find-payment-conflict', text: COMPARE, values });
  const [row] = rows;
  if (!row) return null;
  const { otherApp, otherAmount: differs, ...recorded } = row;
  // Of a cumulative amount only the increase was recorded.
  const otherAmount = differs && !(reading.kind === 'reversal' && reading.cumulative);
  return otherApp || otherAmount ? { paymentEventId, otherApp, otherAmount, recorded } : null;
}

/** For the delivery log, which the developers of the app that it was delivered to see: nothing of the other app. */
export function describeConflict({ otherApp, otherAmount }: Conflict): string {
  const amount = 'its amount or currency differs from what was recorded first';
  if (!otherApp) return `${amount}, which is kept`;
  const app = 'another app of the account announced it first';
  return otherAmount ? `${app}, and ${amount}, which is kept` : `${app}, which keeps it`;
}
