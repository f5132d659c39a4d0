import type { ClientBase } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import type { PaymentRef } from '../credit/lock-payments.ts';

const FIND = `
  select merged.payment_event_id, merged.into_id
  from json_to_recordset($1::json) as given (customer_id uuid, payment_event_id uuid)
  join merged_payments merged on merged.customer_id = given.customer_id
    and merged.payment_event_id = given.payment_event_id`;

/** Those of these payments that were merged into another, and into which. */
export async function findMerged(
  client: ClientBase,
  payments: readonly PaymentRef[],
): Promise<Map<string, string>> {
  const rows = await queryGiven<{ payment_event_id: string; into_id: string }>(
    client,
    { name: 'find-merged-payments', text: FIND },
    payments,
  );
  return new Map(rows.map(({ payment_event_id, into_id }) => [payment_event_id, into_id]));
}
